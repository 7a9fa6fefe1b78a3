import { counted, sentence } from "@manilla/contract/formats";
import { type ColumnsOfFile, columnOf } from "@manilla/contract/people/import-columns";
import { NativeSelect } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Notice } from "../ui/kit.tsx";
import styles from "./import-page.module.css";
import { type Preview, previewOf, readingOf } from "./csv-preview.ts";

/** What the file calls a column, by our name. */
export type NamedColumns = Readonly<Record<string, string>>;

interface Props {
  file: File | null;
  of: ColumnsOfFile;
  named: NamedColumns;
  onName: (named: NamedColumns) => void;
}

const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name);

function usePreview(file: File | null, of: ColumnsOfFile): Preview | undefined {
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    setPreview(undefined);
    if (!file || isWorkbook(file)) return;
    let isCurrent = true;
    void file.text().then((text) => isCurrent && setPreview(previewOf(text, of)));
    return () => void (isCurrent = false);
  }, [file, of]);
  return preview;
}

/** The most headings that are asked about. */
const MOST = 20;

/** What the browser sees in a file; a heading that says none of our columns can be given one. */
export function FileColumns({ file, of, named, onName }: Props): ReactNode {
  const preview = usePreview(file, of);
  const { columns, synonyms } = of;
  if (file && isWorkbook(file))
    return <Notice tone="neutral">A workbook is read by the server: its first line names the columns.</Notice>;
  if (!preview) return null;
  const { rows, headings, isNoText } = preview;
  if (isNoText) return <Notice tone="danger">This is not a CSV file: it holds something else than text.</Notice>;
  const { missing, unknown } = readingOf(headings, of, named);
  if (rows === 0 && missing.length === 0) return <Notice tone="danger">There is nothing under the heading.</Notice>;
  const asked = preview.unknown.slice(0, MOST);
  const ourNameOf = (heading: string): string => Object.entries(named).find(([, own]) => own === heading)?.[0] ?? "";
  const give = (heading: string, column: string): void => {
    const others = Object.entries(named).filter(([name, own]) => name !== column && own !== heading);
    onName(Object.fromEntries(column === "" ? others : [...others, [column, heading]]));
  };
  const taken = new Set(headings.map((heading) => columnOf(heading, synonyms)));
  return (
    <>
      <Notice tone={missing.length > 0 ? "danger" : unknown.length > 0 ? "warning" : "success"}>
        {counted(rows, "row")}, {counted(headings.length, "column")}.
        {missing.length > 0 && ` The file has no column ${missing.join(", ")}.`}
        {unknown.length > 0 && ` Not read: ${unknown.join(", ")}.`}
      </Notice>
      {asked.length > 0 && (
        <fieldset className={styles.columns}>
          <legend>What these columns hold</legend>
          {asked.map((heading) => (
            <NativeSelect
              key={heading}
              label={heading}
              value={ourNameOf(heading)}
              onChange={(event) => give(heading, event.currentTarget.value)}
              data={[
                { value: "", label: "Not read" },
                ...columns.map((column) => ({
                  value: column,
                  label: taken.has(column) ? `${sentence(column)} (instead of the other)` : sentence(column),
                })),
              ]}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
