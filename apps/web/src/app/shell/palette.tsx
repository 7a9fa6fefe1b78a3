import type { AccountType } from "@manilla/contract/accounts";
import { counted, sentence } from "@manilla/contract/formats";
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { useCall } from "../../shared/api/use-call.ts";
import type { Session } from "../../shared/session/session.ts";
import { remembered, useIsPhone } from "../../shared/ui/device.ts";
import { recentOf, rememberRecent } from "../../shared/ui/recent.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { useSettled } from "../../shared/ui/use-settled.ts";
import { actsOfPage } from "../../shared/actions/page-acts.ts";
import { actsOf } from "./acts.ts";
import { destinationsOf, pinnedAtFirst } from "./menu.ts";
import styles from "./palette.module.css";

interface Entry {
  id: string;
  group: string;
  label: string;
  detail?: string | undefined;
  /** Other words that find it. */
  says?: string;
  run: () => void;
  /** Where it leads: kept among the recent ones. */
  link?: string;
}

const matches = (label: string, words: readonly string[]): boolean =>
  words.every((word) => label.toLowerCase().includes(word));

/** Ctrl-K: screens that one may open, records found by the server, actions, and what was opened last. */
export default function Palette({
  session,
  type,
  onClose,
}: {
  session: Session;
  type: AccountType;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const list = useId();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const isPhone = useIsPhone();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const settled = useSettled(text.trim());
  const found = useCall(calls.search.search, { query: { q: settled } }, { enabled: settled.length >= 2, keep: true });

  const entries = useMemo((): Entry[] => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const go = (path: string) => () => void navigate(path);
    const records =
      settled.length < 2
        ? []
        : (found.data?.groups ?? []).flatMap(({ noun, items }) =>
            items.map((item): Entry => ({
              id: `${noun}-${item.id}`,
              group: sentence(noun),
              label: item.label,
              detail: item.detail,
              link: item.link,
              run: go(item.link),
            })),
          );
    const recent =
      words.length > 0
        ? []
        : recentOf(session.user.id, type).map((item): Entry => ({
            id: `recent-${item.link}`,
            group: "Recent",
            label: item.label,
            detail: item.detail,
            link: item.link,
            run: go(item.link),
          }));
    const onPage = actsOfPage().map(({ label, run }): Entry => ({
      id: `here-${label}`,
      group: "On this page",
      label,
      run,
    }));
    const all = destinationsOf(session, type);
    const pins = remembered(`menu.pinned.${session.user.id}.${type}`, pinnedAtFirst(session, type));
    const isPin = ({ path }: { path: string }): boolean => words.length === 0 && pins.includes(path);
    const screens = [...all.filter(isPin), ...all.filter((each) => !isPin(each))].map((each): Entry => ({
      id: each.path,
      group: isPin(each) ? "Pinned" : "Screens",
      label: each.label,
      detail: each.head === each.label ? undefined : each.head,
      says: each.says,
      run: go(each.path),
    }));
    const actions: Entry[] = [
      ...actsOf(session, type).map(({ label, says, path }) => ({
        id: `act-${label}`,
        group: "Actions",
        label,
        says,
        run: go(path),
      })),
      {
        id: "colours",
        group: "Actions",
        label: isDark ? "Light colours" : "Dark colours",
        run: () => setColorScheme(isDark ? "light" : "dark"),
      },
      { id: "security", group: "Actions", label: "Sessions and second factor", run: go(`/${type}/settings/security`) },
      { id: "logout", group: "Actions", label: "Log out", run: go("/logout") },
    ];
    // A number is part of a record's name, not of a screen's.
    const isNumber = /\d/.test(text);
    return [
      ...recent,
      ...(isNumber ? records : []),
      ...[...onPage, ...(words.length > 0 ? actions : []), ...screens, ...(words.length > 0 ? [] : actions)].filter(
        ({ label, detail, says }) => matches(`${label} ${detail ?? ""} ${says ?? ""}`, words),
      ),
      ...(isNumber ? [] : records),
    ];
  }, [text, settled, found.data, session, type, navigate, isDark, setColorScheme]);

  useEffect(() => setAt(0), [text, found.data]);
  const run = (entry: Entry | undefined): void => {
    if (!entry) return;
    const { label, detail, link } = entry;
    if (link) rememberRecent(session.user.id, type, { label, detail: detail ?? "", link });
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt((index) => Math.min(index + 1, entries.length - 1));
    else if (event.key === "ArrowUp") setAt((index) => Math.max(index - 1, 0));
    else if (event.key === "Enter") run(entries[at]);
    else return;
    event.preventDefault();
  };
  const optionId = (index: number): string => `${list}-${index}`;
  useEffect(() => void document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" }));

  return (
    <Dialog opened onClose={onClose} size="lg" look="bare" label="Search screens, records and actions">
      <input
        className={styles.input}
        data-autofocus
        placeholder={
          isPhone
            ? "Name, phone or reference"
            : "Name, phone, reference, or status:overdue amount:>500000 late:>30 with:me"
        }
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries[at] && optionId(at)}
        autoComplete="off"
        spellCheck={false}
      />
      <div id={list} className={styles.list} role="listbox" aria-label="Results">
        {entries.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {entry.group}
              </div>
            )}
            <div
              id={optionId(index)}
              className={styles.option}
              role="option"
              aria-selected={index === at}
              onPointerMove={() => index !== at && setAt(index)}
              onClick={() => run(entry)}
            >
              <span>{entry.label}</span>
              {entry.detail && <span className="muted small">{entry.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.none}>{found.isFetching ? "Searching…" : "Nothing found."}</p>}
      <p className="visually-hidden" role="status">
        {counted(entries.length, "result")}
      </p>
    </Dialog>
  );
}
