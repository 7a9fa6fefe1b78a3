/** The text of a drawn page as people read it on a narrow screen: the same words and figures, without the width of the paper. */

/** A piece of text where the page has it: from the left, from the bottom, in points. */
export interface Piece {
  str: string;
  x: number;
  y: number;
  height: number;
}

/** Wider than a space between words. */
const GAP_IN_LINES = 1.6;

/**
 * Pieces beside one another are one line, its cells in order; lines of running text that follow one another are one paragraph.
 * @returns paragraphs and rows, from top to bottom
 */
export function linesOf(pieces: readonly Piece[]): string[][] {
  const lines: { y: number; height: number; x: number; cells: string[] }[] = [];
  for (const { str, x, y, height } of pieces) {
    if (str.trim() === "") continue;
    const same = lines.find((line) => Math.abs(line.y - y) < 2);
    if (same) same.cells.push(str.trim());
    else lines.push({ y, x, height, cells: [str.trim()] });
  }
  const paragraphs: typeof lines = [];
  for (const line of lines.toSorted((left, right) => right.y - left.y)) {
    const before = paragraphs.at(-1);
    const goesOn =
      before?.cells.length === 1 &&
      line.cells.length === 1 &&
      before.x === line.x &&
      before.height === line.height &&
      before.y - line.y < line.height * GAP_IN_LINES;
    if (goesOn) Object.assign(before, { y: line.y, cells: [`${before.cells[0]} ${line.cells[0]}`] });
    else paragraphs.push({ ...line });
  }
  return paragraphs.map(({ cells }) => cells);
}
