import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMatches, useSearchParams } from "react-router";
import { Popup } from "../ui/popup.tsx";
import styles from "./list.module.css";
import { removeView, saveView, savedViews, viewAddress } from "./saved-views.ts";
import { toolLabel } from "./tool-label.tsx";
import type { List } from "./use-list.ts";

/** Named views of a list: filter, sort and columns together. Says when the open one has been changed. */
export function ViewsMenu({ list, person, icon }: { list: List<Record<string, unknown>>; person: string; icon: ReactNode }): ReactNode {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as { path?: string } | undefined;
  const table = `${handle?.path ?? ""}${list.call.path}`;
  const [query, setQuery] = useSearchParams();
  const [views, setViews] = useState(() => savedViews(person, table));
  const [openName, setOpenName] = useState<string>();
  const [name, setName] = useState("");
  const address = viewAddress(query);
  const current = views.find((view) => view.address === address);
  const opened = current ?? views.find((view) => view.name === openName);
  const isChanged = opened !== undefined && opened.address !== address;
  const save = (title: string): void => {
    setViews(saveView(person, table, { name: title, address }));
    setOpenName(title);
    setName("");
  };
  const label = opened ? `${opened.name}${isChanged ? " · changed" : ""}` : "Views";
  return (
    <Popup trigger={toolLabel(icon, label)} className={styles.tool} kind="dialog" title="Saved views" width={280} align="end">
      {(close) => (
        <div className={styles.views}>
          {views.length === 0 && <p className="muted small">Name what you are looking at, and it is one click away.</p>}
          {views.map((view) => (
            <button key={view.name} type="button" aria-pressed={view === current} onClick={() => (close(), setOpenName(view.name), setQuery(view.address))}>
              {view.name}
            </button>
          ))}
          {opened && <hr />}
          {isChanged && (
            <button type="button" onClick={() => save(opened.name)}>
              Save the changes to “{opened.name}”
            </button>
          )}
          {isChanged && (
            <button type="button" onClick={() => (close(), setQuery(opened.address))}>
              Reset to “{opened.name}”
            </button>
          )}
          {opened && (
            <button type="button" onClick={() => (setViews(removeView(person, table, opened.name)), setOpenName(undefined))}>
              Delete “{opened.name}”
            </button>
          )}
          <form className={styles.saveView} onSubmit={(event) => (event.preventDefault(), name.trim() && (save(name.trim()), close()))}>
            <TextInput label="Save this view as" size="sm" maxLength={40} value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <button type="submit" className={styles.apply}>
              Save
            </button>
          </form>
        </div>
      )}
    </Popup>
  );
}
