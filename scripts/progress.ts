/** Says what a long command is doing: on a terminal one line that moves, elsewhere a line now and then. */
export interface Progress {
  /** What is done now; the same stage may say more of itself at any time. */
  say(stage: string, detail?: string): void;
  /** A line that stays, above the one that moves. */
  note(text: string): void;
  /** Takes the line away. */
  end(): void;
}

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MILLISECONDS = 120;
/** Without a terminal the details of a stage are printed this often. */
const DETAIL_MILLISECONDS = 5_000;

/** @param output where to write; `isTTY` says whether it is a terminal */
export function createProgress(
  output: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
  now = (): number => performance.now(),
): Progress {
  let [stage, text] = ["", ""];
  let [started, printed, frame] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    const seconds = Math.round((now() - started) / 1_000);
    output.write(`\r\x1b[2K${FRAMES[frame++ % FRAMES.length]} ${text}${seconds > 0 ? ` (${seconds} s)` : ""}`);
  };
  return {
    say(next, detail) {
      const isNew = next !== stage;
      if (isNew) [stage, started] = [next, now()];
      text = detail === undefined ? next : `${next}: ${detail}`;
      if (output.isTTY) {
        draw();
        timer ??= setInterval(draw, FRAME_MILLISECONDS).unref();
      } else if (isNew || now() - printed >= DETAIL_MILLISECONDS) {
        printed = now();
        output.write(`${text} …\n`);
      }
    },
    note(line) {
      output.write(`${output.isTTY ? "\r\x1b[2K" : ""}${line}\n`);
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      if (output.isTTY && stage !== "") output.write("\r\x1b[2K");
      [stage, text] = ["", ""];
    },
  };
}
