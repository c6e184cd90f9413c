// Every word that is typed has to begin a word of a passage. Headings count most, then passages that say little else.
const box = document.getElementById("search"), list = document.getElementById("found");

function starting(word) {
  return new RegExp("(?<![a-z0-9])" + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g");
}

function weight(passage, words) {
  const heading = (passage.page + " " + passage.heading).toLowerCase(), text = passage.text.toLowerCase();
  const phrase = words.join(" ");
  let sum = (heading.includes(phrase) ? 10 : 0) + (text.includes(phrase) ? 2 : 0);
  for (const word of words) {
    const times = (text.match(starting(word)) || []).length, titled = starting(word).test(heading);
    if (!times && !titled) return 0;
    sum += (titled ? 10 : 0) + Math.min(4, 200 * times / text.length || 0);
  }
  // Findings are many and short; whoever looks for one knows its code or its title.
  return passage.url.startsWith("findings") ? sum / 2 : sum;
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at ? "... " : "") + text.slice(at, at + 120);
}

box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  list.hidden = !words.length;
  if (!words.length) return;
  const best = PASSAGES.map((passage) => [weight(passage, words), passage]).filter(([found]) => found);
  best.sort((one, other) => other[0] - one[0]);
  for (const [, passage] of best.slice(0, 12)) {
    const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
    link.href = UP + passage.url;
    link.textContent = passage.heading === passage.page ? passage.page : passage.page + ": " + passage.heading;
    small.textContent = excerpt(passage.text, words[0]);
    item.append(link, document.createElement("br"), small);
    list.append(item);
  }
  if (!best.length) {
    const item = document.createElement("li");
    item.textContent = "Nothing found.";
    list.append(item);
  }
});
// On a phone the page comes first; the list of pages opens with a tap.
if (window.matchMedia("(max-width: 50rem)").matches) document.getElementById("pages").removeAttribute("open");
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
});
