import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { errorText } from "../api/errors.ts";
import { IconBookmark } from "../ui/icons.ts";
import { Popup } from "../ui/popup.tsx";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";
import { type SavedView, type Views, viewAddress } from "./saved-views.ts";
import { toolLabel } from "./tool-label.tsx";

/** Named views of a list: filter, sort and columns together, one's own and shared ones. Says when the open one has been changed. */
export function ViewsMenu({
  views,
  mayShare,
  reportAt,
}: {
  views: Views;
  mayShare: boolean;
  /** Where a report is made of the list as it is now. */
  reportAt?: string | undefined;
}): ReactNode {
  const [query] = useSearchParams();
  const [openId, setOpenId] = useState<string>();
  const all = views.kept?.views ?? [];
  const address = viewAddress(query);
  const current = all.find((view) => view.address === address);
  const opened = current ?? all.find(({ id }) => id === openId);
  const isChanged = opened !== undefined && opened.address !== address;
  const label = opened ? `${opened.name}${isChanged ? " · changed" : ""}` : "Views";
  return (
    <Popup
      trigger={toolLabel(<IconBookmark size={16} />, label)}
      className={styles.tool}
      kind="dialog"
      title="Saved views"
      width={300}
      align="end"
    >
      {(close) => (
        <Chooser
          views={views}
          opened={opened}
          isChanged={isChanged}
          address={address}
          mayShare={mayShare}
          reportAt={reportAt}
          onOpen={setOpenId}
          onClose={close}
        />
      )}
    </Popup>
  );
}

interface ChooserProps {
  views: Views;
  opened: SavedView | undefined;
  isChanged: boolean;
  address: string;
  mayShare: boolean;
  reportAt: string | undefined;
  onOpen: (id: string | undefined) => void;
  onClose: () => void;
}

function Chooser({ views, opened, isChanged, address, mayShare, reportAt, onOpen, onClose }: ChooserProps): ReactNode {
  const [, setQuery] = useSearchParams();
  const all = views.kept?.views ?? [];
  const open = (view: SavedView): void => (onClose(), onOpen(view.id), setQuery(view.address));
  const act = (what: Promise<unknown>): void =>
    void what.catch((error: unknown) => toast(errorText(error), { tone: "danger" }));
  const save = (name: string, is_shared: boolean): void =>
    act(views.save({ name, address, is_shared }).then(({ id }) => onOpen(id)));
  const remove = (view: SavedView): void =>
    act(
      views.remove(view.id).then(() => {
        onOpen(undefined);
        const back = { name: view.name, address: view.address, is_shared: view.is_shared };
        toast(
          `“${view.name}” is removed.`,
          view.is_own
            ? { tone: "neutral", action: { label: "Undo", run: () => act(views.save(back)) } }
            : { tone: "neutral" },
        );
      }),
    );
  const shared = opened?.is_shared && views.kept?.may_set_defaults ? opened : undefined;
  const groups = [
    ["Yours", all.filter((view) => view.is_own)],
    ["Shared by colleagues", all.filter((view) => !view.is_own)],
  ] as const;
  return (
    <div className={styles.views}>
      {all.length === 0 && <p className="muted small">Name what you are looking at, and it is one click away.</p>}
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              {group.map((view) => (
                <button
                  key={view.id}
                  type="button"
                  aria-pressed={view === opened && !isChanged}
                  title={view.is_own ? undefined : `By ${view.owner_name}`}
                  onClick={() => open(view)}
                >
                  {view.name}
                  {view.is_own && view.is_shared && <span className="muted small"> shared</span>}
                  {view.id === views.kept?.default_view_id && <span className="muted small"> opens first</span>}
                </button>
              ))}
            </section>
          ),
      )}
      {opened && <hr />}
      {isChanged && opened?.is_own && (
        <button type="button" onClick={() => save(opened.name, opened.is_shared)}>
          Save the changes to “{opened.name}”
        </button>
      )}
      {isChanged && opened && (
        <button type="button" onClick={() => open(opened)}>
          Reset to “{opened.name}”
        </button>
      )}
      {shared && (
        <label className={styles.first}>
          “{shared.name}” opens first for
          <select
            value={shared.default_for_role ?? ""}
            onChange={(event) => act(views.setDefault(shared.id, event.currentTarget.value || null))}
          >
            <option value="">no role</option>
            {views.kept?.roles.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {opened && (opened.is_own || views.kept?.may_set_defaults) && (
        <button type="button" onClick={() => remove(opened)}>
          Delete “{opened.name}”
        </button>
      )}
      <SaveAs mayShare={mayShare} onSave={(name, is_shared) => (save(name, is_shared), onClose())} />
      {reportAt && <Link to={reportAt}>Save as report…</Link>}
    </div>
  );
}

function SaveAs({
  mayShare,
  onSave,
}: {
  mayShare: boolean;
  onSave: (name: string, is_shared: boolean) => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  return (
    <form
      className={styles.saveView}
      onSubmit={(event) => (event.preventDefault(), name.trim() && onSave(name.trim(), isShared))}
    >
      <TextInput
        label="Save this view as"
        size="sm"
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className={styles.apply}>
        Save
      </button>
      {mayShare && (
        <label>
          <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />{" "}
          Share with colleagues
        </label>
      )}
    </form>
  );
}
