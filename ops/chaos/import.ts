/** The import of fifty thousand rows (C031), killed in the middle. */
import { ask, check, kills, mostMemory, read, seconds, signIn } from "./hands.ts";
import { makePeopleFile } from "../../test/people-file.ts";
import { type ChaosWorld, eventually } from "./world.ts";

const ROWS = Number(process.env["ROWS"] ?? 50_000);

interface Import {
  id: string;
  status: string;
  total_count: number;
  done_count: number;
  created_count: number;
  already_count: number;
  refused_count: number;
}

export async function importRoom(world: ChaosWorld): Promise<void> {
  const { app } = world;
  const token = await signIn(world, "super_operations");
  const file = makePeopleFile(ROWS);
  const form = () => {
    const data = new FormData();
    data.set("file", new Blob([file.csv], { type: "text/csv" }), "people.csv");
    return data;
  };
  const people = async () =>
    Number(
      (await app.pool.query<{ n: string }>("select count(*) as n from users where registration_source = 'import'"))
        .rows[0]?.n,
    );
  const find = async (id: string) => (await read<{ import: Import }>(`/admin/imports/${id}`, token)).import;
  console.log(
    `\nImport of ${ROWS} rows, ${file.refused} with mistakes, ${(file.csv.length / 1_048_576).toFixed(1)} MB`,
  );
  let since = performance.now();
  const colleague = await signIn(world, "super_operations");
  const answers = await Promise.all(
    [token, colleague].map((by) => ask("POST", "/admin/personal/users/create/many", by, form())),
  );
  const begun = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { data: { import: Import } }).data?.import),
  );
  check(
    "the file is taken; the same file sent by a colleague at the same moment is the same import",
    begun[0] !== undefined && begun[0].id === begun[1]?.id,
    `${seconds(since)}, most memory ${mostMemory()}, ${answers.map(({ status }) => status).join(" ")}`,
  );
  const { id } = begun[0]!;
  await eventually("it is under way", async () => (await find(id)).done_count > ROWS / 10, 300);
  const before = await find(id);
  await world.killApi();
  await world.startApi();
  const after = await find(id);
  check(
    "progress survives kill -9",
    after.done_count >= before.done_count && after.status !== "done",
    `${before.done_count} rows before, ${after.done_count} after`,
  );
  since = performance.now();
  const from = after.done_count;
  await kills(world, 3, 1_500);
  await eventually("it is done", async () => (await find(id)).status === "done", 600);
  const done = await find(id);
  check(
    "every row has one verdict after four kills",
    done.created_count === file.good && done.refused_count === file.refused && done.already_count === 0,
    `${done.created_count} created, ${done.refused_count} refused, ${done.already_count} there already; the last ${ROWS - from} in ${seconds(since)} with the pauses of the kills`,
  );
  check("as many people as good rows", (await people()) === file.good, `${await people()}`);
  since = performance.now();
  const download = await (await ask("GET", `/admin/imports/${id}/refused`, token)).text();
  check(
    "the refused rows come with their reasons, formulas made harmless",
    download.includes("'=cmd") && download.split("\r\n").length + download.split("\n").length > file.refused,
    `${(download.length / 1_024).toFixed(0)} KB in ${seconds(since)}`,
  );
  since = performance.now();
  const { import: again } = (
    (await (await ask("POST", "/admin/personal/users/create/many", token, form())).json()) as {
      data: { import: Import };
    }
  ).data;
  await eventually("the second is done", async () => (await find(again.id)).status === "done", 600);
  const second = await find(again.id);
  check(
    "sent again, nothing is made twice",
    again.id !== id &&
      second.created_count === 0 &&
      second.already_count === file.good + file.repeated &&
      (await people()) === file.good,
    `${second.already_count} there already, ${second.refused_count} refused, in ${seconds(since)}`,
  );
  since = performance.now();
  const fresh = new FormData();
  fresh.set("file", new Blob([file.csv.replaceAll("many-", "more-").replaceAll(",0803", ",0903")]), "more.csv");
  const { import: third } = (
    (await (await ask("POST", "/admin/personal/users/create/many", token, fresh)).json()) as {
      data: { import: Import };
    }
  ).data;
  await eventually("the third is done", async () => (await find(third.id)).status === "done", 600);
  check(
    "another file, left alone",
    (await find(third.id)).created_count === file.good,
    `${ROWS} rows in ${seconds(since)}, most memory of API and worker in one process ${mostMemory()}`,
  );
}
