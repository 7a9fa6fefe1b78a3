/** `npm run dev`: the demo world, with the API restarted on a change and the web application reloaded hot by Vite. */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const start = () => spawn(process.execPath, ["scripts/start.ts", "--no-build"], { cwd: repository, stdio: "inherit" });
let backend: ChildProcess = start();
let timer: NodeJS.Timeout | undefined;

function restart(): void {
  backend.once("exit", () => (backend = start()));
  backend.kill("SIGTERM");
}

for (const folder of ["apps/api/src", "apps/sandbox/src", "packages"]) {
  watch(join(repository, folder), { recursive: true }, (_, file) => {
    if (!file || /node_modules|\.test\.|\.gen\./.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, 300);
  });
}

const web = spawn(process.execPath, [join(repository, "node_modules/vite/bin/vite.js")], {
  cwd: join(repository, "apps/web"),
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    web.kill();
    backend.once("exit", () => process.exit(0));
    backend.kill("SIGTERM");
  });
}
