import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { CallError, errorText } from "../shared/api/errors.ts";
import { ChunkError } from "./chunk.ts";
import { ManillaMark } from "../shared/ui/logo.tsx";
import styles from "./error-screen.module.css";

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ChunkError) return { title: "This page could not be loaded", text: "The connection may be slow, or a new version has just come out. What you typed is kept." };
  if (error instanceof CallError) return { title: "The server did not answer", text: errorText(error) };
  return { title: "Something went wrong on this page", text: "It is our mistake, not yours. What you typed is kept on this device." };
}

/** What is left when a screen fails: what happened, and a way on. */
export function ErrorScreen(): ReactNode {
  const error = useRouteError();
  const { title, text } = explain(error);
  const requestId = error instanceof CallError ? error.requestId : undefined;
  return (
    <main className={styles.screen} role="alert">
      <ManillaMark size={40} />
      <h1>{title}</h1>
      <p>{text}</p>
      {requestId && <p className="small muted">Request {requestId}</p>}
      <p className={styles.ways}>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
        <a href="/">Back to the start</a>
      </p>
    </main>
  );
}
