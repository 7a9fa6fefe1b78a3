import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Panel } from "../ui/kit.tsx";

interface Props<Item> {
  items: readonly Item[];
  /** What one is called, for its title and its buttons: "Line". */
  name: string;
  onChange: (items: Item[]) => void;
  children: (item: Item, change: (values: Partial<Item>) => void, number: number) => ReactNode;
}

/** Panels for things that have no id before they are saved: each may be removed, but for the last one. What is typed in one stays with it. */
export function RepeatedPanels<Item>({ items, name, onChange, children }: Props<Item>): ReactNode {
  const [keys, setKeys] = useState<readonly number[]>([]);
  // One for each item, in its place; new ones are greater than all before.
  const known = [...keys];
  while (known.length < items.length) known.push(Math.max(-1, ...known) + 1);
  const remove = (at: number): void => {
    setKeys(known.filter((_, index) => index !== at));
    onChange(items.filter((_, index) => index !== at));
  };
  return items.map((item, at) => (
    <Panel
      key={known[at]}
      title={`${name} ${at + 1}`}
      actions={
        items.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => remove(at)}>
            Remove {name.toLowerCase()} {at + 1}
          </Button>
        )
      }
    >
      {children(
        item,
        (values) => onChange(items.map((each, index) => (index === at ? { ...each, ...values } : each))),
        at + 1,
      )}
    </Panel>
  ));
}
