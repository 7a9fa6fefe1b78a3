import { type ReactNode, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { RepeatedPanels } from "../../apps/web/src/shared/form/repeated-panels.tsx";
import { expectToLookWell, show } from "./stage.tsx";

/** A field that keeps what is typed to itself, as a day does until it is one. */
function Own({ label, onChange }: { label: string; onChange: (text: string) => void }): ReactNode {
  const [text, setText] = useState("");
  const type = (typed: string): void => (setText(typed), onChange(typed));
  return (
    <label>
      {label} <input value={text} onChange={(event) => type(event.currentTarget.value)} />
    </label>
  );
}

function Lines(): ReactNode {
  const [lines, setLines] = useState([{ text: "" }, { text: "" }]);
  return (
    <>
      <RepeatedPanels items={lines} name="Line" onChange={setLines}>
        {(_, change, number) => <Own label={`Text ${number}`} onChange={(text) => change({ text })} />}
      </RepeatedPanels>
      <button onClick={() => setLines([...lines, { text: "" }])}>Add</button>
      <pre role="note">{JSON.stringify(lines.map(({ text }) => text))}</pre>
    </>
  );
}

it("a panel that is removed takes what was typed in it, and no other's", async () => {
  await show(<Lines />);
  await userEvent.fill(page.getByLabelText("Text 1"), "first");
  await userEvent.fill(page.getByLabelText("Text 2"), "second");
  await userEvent.click(page.getByRole("button", { name: "Remove line 1" }));
  await expect.element(page.getByLabelText("Text 1")).toHaveValue("second");
  await expect.element(page.getByRole("note")).toHaveTextContent('["second"]');
  expect(page.getByRole("button", { name: /Remove/ }).elements(), "the last one stays").toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Add" }));
  await expect.element(page.getByLabelText("Text 2")).toHaveValue("");
  await expect.element(page.getByLabelText("Text 1")).toHaveValue("second");
  await expectToLookWell();
});
