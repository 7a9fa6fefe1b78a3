import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { Page } from "../../../shared/ui/page.tsx";
import { FileForm } from "./file-form.tsx";
import styles from "./imports.module.css";
import { PersonForm } from "./person-form.tsx";

const ways = [
  { key: "one", label: "One person" },
  { key: "file", label: "From a file" },
] as const;

/** R072: one customer by hand, or many from a file. Which of the two stays in the address. */
export default function NewCustomersScreen(): ReactNode {
  const [search] = useSearchParams();
  const way = search.get("way") === "file" ? "file" : "one";
  return (
    <Page
      width="form"
      lead="They get a mail with a link on which they set their own password."
      actions={<Link to="/admin/users/imports">Earlier imports</Link>}
    >
      <nav className={styles.ways} aria-label="How">
        {ways.map(({ key, label }) => (
          <Link key={key} to={`?way=${key}`} replace aria-current={key === way ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {way === "one" ? <PersonForm /> : <FileForm />}
    </Page>
  );
}
