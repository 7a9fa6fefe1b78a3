import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { ManillaMark } from "../../../shared/ui/logo.tsx";
import styles from "./session.module.css";

/** R016, R017. */
export default function NotFoundScreen(): ReactNode {
  useEffect(() => {
    document.title = "Page Not Found · Manilla";
  }, []);
  return (
    <main id="main" className={styles.center} tabIndex={-1}>
      <ManillaMark size={44} />
      <h1>Page Not Found</h1>
      <p>There is no such page, or it is not for the account that you are using.</p>
      <Link to="/">Back to the start</Link>
    </main>
  );
}
