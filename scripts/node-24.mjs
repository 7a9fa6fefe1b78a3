/**
 * Loaded before each of our scripts (`node --import`): they are TypeScript and want Node 24, which is installed beside them. npm 11 puts it first on the
 * path; npm 10, which comes with Node 20, does not link it. Then the script is started once more, by the right one. Plain JavaScript, for any Node.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WANTED = 24;

if (Number(process.versions.node.split(".")[0]) < WANTED) {
  const modules = join(dirname(fileURLToPath(import.meta.url)), "../node_modules");
  const node = join(
    modules,
    `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (!existsSync(node)) {
    console.error(
      `This wants Node ${WANTED}; ${process.version} was found, and no other beside it. Run \`npm ci\` first.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, PATH: [dirname(node), join(modules, ".bin"), process.env["PATH"]].join(delimiter) },
  });
  // A terminal tells the whole group of processes; whoever tells only this one means both.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve) => child.on("exit", (...how) => resolve(how)));
  process.exit(code ?? 128 + constants.signals[signal]);
}
