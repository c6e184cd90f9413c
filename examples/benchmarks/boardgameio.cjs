// Random games with boardgame.io, written as its documentation does: a plain G, moves that change it, endIf.
//   node boardgameio.cjs FOLDER GAME SECONDS     FOLDER holds node_modules/boardgame.io
// SECONDS are those of the processor. Prints {"playouts": ..., "moves": ..., "seconds": ...}. The clock starts after up to a second of warming up.
'use strict';
const path = require('node:path');

const [folder, chosen, limit] = process.argv.slice(2);
const { Client } = require(path.join(folder, 'node_modules', 'boardgame.io', 'dist', 'cjs', 'client.js'));

const turn = { minMoves: 1, maxMoves: 1 };
const INVALID = 'INVALID_MOVE';

const rowsOfThree = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const ticTacToe = {
  setup: () => ({ squares: new Array(9).fill(null) }),
  turn,
  moves: {
    mark: ({ G, playerID }, square) => {
      if (G.squares[square] !== null) return INVALID;
      G.squares[square] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const { squares } = G;
    const isRow = ([a, b, c]) => squares[a] !== null && squares[a] === squares[b] && squares[b] === squares[c];
    if (rowsOfThree.some(isRow)) return { winner: ctx.currentPlayer };
    if (!squares.includes(null)) return { draw: true };
  },
  legal: (G) => G.squares.flatMap((mark, square) => (mark === null ? [['mark', square]] : [])),
};

const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];
const connectFour = {
  setup: () => ({ columns: [[], [], [], [], [], [], []], latest: null }),
  turn,
  moves: {
    drop: ({ G, playerID }, column) => {
      if (G.columns[column].length === 6) return INVALID;
      G.latest = { column, row: G.columns[column].length };
      G.columns[column].push(playerID);
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.latest === null) return;
    const { column, row } = G.latest;
    const disc = G.columns[column][row];
    const run = (across, up) => {
      let length = 0;
      let x = column + across, y = row + up;
      while (G.columns[x] !== undefined && G.columns[x][y] === disc) { length += 1; x += across; y += up; }
      return length;
    };
    const isLong = ([across, up]) => run(across, up) + run(-across, -up) >= 3;
    if (directions.some(isLong)) return { winner: ctx.currentPlayer };
    if (G.columns.every((discs) => discs.length === 6)) return { draw: true };
  },
  legal: (G) => G.columns.flatMap((discs, column) => (discs.length < 6 ? [['drop', column]] : [])),
};

const breakthrough = {
  setup: () => ({
    rows: Array.from({ length: 8 }, (_, row) => new Array(8).fill(row < 2 ? '0' : row > 5 ? '1' : null)),
    pawns: { 0: 16, 1: 16 },
    winner: null,
  }),
  turn,
  moves: {
    advance: ({ G, playerID }, row, column, toRow, toColumn) => {
      const enemy = playerID === '0' ? '1' : '0';
      if (G.rows[row][column] !== playerID || G.rows[toRow][toColumn] === playerID) return INVALID;
      if (G.rows[toRow][toColumn] === enemy) G.pawns[enemy] -= 1;
      G.rows[row][column] = null;
      G.rows[toRow][toColumn] = playerID;
      if (toRow === (playerID === '0' ? 7 : 0) || G.pawns[enemy] === 0) G.winner = playerID;
    },
  },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: G.winner }),
  legal: (G, ctx) => {
    const found = [];
    const step = ctx.currentPlayer === '0' ? 1 : -1;
    G.rows.forEach((squares, row) => squares.forEach((owner, column) => {
      if (owner !== ctx.currentPlayer) return;
      for (let target = Math.max(0, column - 1); target <= Math.min(7, column + 1); target += 1) {
        const there = G.rows[row + step][target];
        if (there === null || (target !== column && there !== owner)) {
          found.push(['advance', row, column, row + step, target]);
        }
      }
    }));
    return found;
  },
};

const game = { tic_tac_toe: ticTacToe, connect_four: connectFour, breakthrough }[chosen];
const { legal, ...rules } = game;
const client = Client({ game: rules, debug: false });
client.start();

function playout() {
  client.reset();
  for (let made = 0; ; made += 1) {
    const { G, ctx } = client.store.getState();
    if (ctx.gameover !== undefined) return made;
    const options = legal(G, ctx);
    const [name, ...where] = options[Math.floor(Math.random() * options.length)];
    client.moves[name](...where);
  }
}

function playFor(seconds) {
  let playouts = 0, moves = 0, spent = 0;
  const began = process.cpuUsage();
  do {
    moves += playout();
    playouts += 1;
    const used = process.cpuUsage(began);
    spent = (used.user + used.system) / 1e6;
  } while (spent < seconds);
  return { playouts, moves, seconds: spent };
}

playFor(Math.min(1, 5 * Number(limit)));
console.log(JSON.stringify(playFor(Number(limit))));
