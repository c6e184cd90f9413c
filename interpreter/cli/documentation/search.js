// Every word that is typed has to be somewhere in a passage; headings count most.
const box = document.getElementById("search"), list = document.getElementById("found");

function weight(passage, words) {
  const heading = (passage.page + " " + passage.heading).toLowerCase(), text = passage.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (heading.includes(word)) sum += 10;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
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
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
});
