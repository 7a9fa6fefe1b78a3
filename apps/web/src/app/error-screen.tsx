import { type ReactNode, useEffect, useRef } from "react";
import { useRouteError } from "react-router";
import { CallError, errorText } from "../shared/api/errors.ts";
import { ChunkError } from "./chunk.ts";
import { useIsOnline } from "../shared/ui/device.ts";
import { ManillaMark } from "../shared/ui/logo.tsx";
import styles from "./error-screen.module.css";

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ChunkError)
    return {
      title: "This page could not be loaded",
      text: "The connection may be slow, or a new version has just come out. What you typed is kept.",
    };
  if (error instanceof CallError) return { title: "The server did not answer", text: errorText(error) };
  return {
    title: "Something went wrong on this page",
    text: "It is our mistake, not yours. What you typed is kept on this device.",
  };
}

/** What is left when a screen fails: what happened, and a way on. */
export function ErrorScreen(): ReactNode {
  const error = useRouteError();
  const isOnline = useIsOnline();
  // Opened afresh without a network there would be nothing left at all: it comes by itself when the network does.
  const isWaiting = !isOnline && (error instanceof ChunkError || (error instanceof CallError && error.isNetwork));
  const hasWaited = useRef(false);
  useEffect(() => {
    if (isWaiting) hasWaited.current = true;
    else if (hasWaited.current) location.reload();
  }, [isWaiting]);
  const { title, text } = isWaiting
    ? {
        title: "This page needs the network",
        text: "It opens by itself as soon as you are back online. What you typed is kept.",
      }
    : explain(error);
  const requestId = error instanceof CallError ? error.requestId : undefined;
  return (
    <main className={styles.screen}>
      <ManillaMark size={40} />
      <div role="alert">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {requestId && <p className="small muted">Request {requestId}</p>}
      <p className={styles.ways}>
        {isWaiting ? (
          <button type="button" onClick={() => history.back()}>
            Back to where you were
          </button>
        ) : (
          <>
            <button type="button" onClick={() => location.reload()}>
              Try again
            </button>
            <a href="/">Back to the start</a>
          </>
        )}
      </p>
    </main>
  );
}
