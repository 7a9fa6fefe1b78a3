import { Menu, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMatches, useSearchParams } from "react-router";
import styles from "./list.module.css";
import { removeView, saveView, savedViews, viewAddress } from "./saved-views.ts";
import { ToolButton } from "./toolbar.tsx";
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
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick={false} trapFocus>
      <Menu.Target>
        <ToolButton icon={icon}>
          {opened ? opened.name : "Views"}
          {isChanged && " · changed"}
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        {views.length === 0 && <Menu.Label>Name what you are looking at, and it is one click away.</Menu.Label>}
        {views.map((view) => (
          <Menu.Item key={view.name} onClick={() => (setOpenName(view.name), setQuery(view.address))} aria-current={view === current ? "true" : undefined}>
            {view.name}
          </Menu.Item>
        ))}
        {opened && <Menu.Divider />}
        {isChanged && <Menu.Item onClick={() => save(opened.name)}>Save the changes to “{opened.name}”</Menu.Item>}
        {isChanged && <Menu.Item onClick={() => setQuery(opened.address)}>Reset to “{opened.name}”</Menu.Item>}
        {opened && <Menu.Item color="red.9" onClick={() => (setViews(removeView(person, table, opened.name)), setOpenName(undefined))}>Delete “{opened.name}”</Menu.Item>}
        <Menu.Divider />
        <form className={styles.saveView} onSubmit={(event) => (event.preventDefault(), name.trim() && save(name.trim()))}>
          <TextInput label="Save this view as" size="sm" maxLength={40} value={name} onChange={(event) => setName(event.currentTarget.value)} onKeyDown={(event) => event.stopPropagation()} />
          <button type="submit" className={styles.apply}>
            Save
          </button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
