import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressOf, fetchFile, saveFile } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { LinkButton, Failure, Skeleton } from "../../../shared/ui/kit.tsx";
import { linesOf } from "./letter-lines.ts";
import styles from "./loans.module.css";

GlobalWorkerOptions.workerSrc = workerAddress;

type LetterCall = typeof calls.loans.offerLetter | typeof calls.loans.letterOfIndebtedness;
const SHARPNESS = 2;

/** The page's own words: what a phone shows in the place of the paper, and what is read aloud. */
async function wordsOf(page: PDFPageProxy, label: string): Promise<HTMLElement> {
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) =>
    "str" in item ? [{ str: item.str, x: item.transform[4], y: item.transform[5], height: item.height }] : [],
  );
  const words = document.createElement("section");
  words.className = styles.words ?? "";
  words.setAttribute("aria-label", label);
  for (const cells of linesOf(pieces)) {
    const line = document.createElement("p");
    line.append(
      ...cells.map((cell) => {
        const part = document.createElement("span");
        part.textContent = `${cell} `;
        return part;
      }),
    );
    words.append(line);
  }
  return words;
}

/** Draws every page on a canvas of its own, with its words beside it for those who do not see it. */
async function draw(pdf: PDFDocumentProxy, into: HTMLElement, signal: AbortSignal): Promise<void> {
  const pages = document.createDocumentFragment();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    if (signal.aborted) return;
    const canvas = document.createElement("canvas");
    const viewport = page.getViewport({ scale: SHARPNESS });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.setAttribute("aria-hidden", "true");
    await page.render({ canvas, viewport }).promise;
    pages.append(canvas, await wordsOf(page, `Page ${number} of ${pdf.numPages}`));
  }
  if (!signal.aborted) into.replaceChildren(pages);
}

/**
 * A letter, read in its place: drawn by ourselves, because phones show no PDF inside a page; on a narrow screen its text, which nobody has to move sideways.
 * @param props.name the file's name, for the download
 */
export default function LetterView({
  call,
  loanId,
  name,
  onRead,
}: {
  call: LetterCall;
  loanId: string;
  name: string;
  onRead?: () => void;
}): ReactNode {
  const pages = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<{ blob?: Blob; error?: unknown; isDrawn?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    setState({});
    const show = async (): Promise<void> => {
      const { blob } = await fetchFile(call, { params: { id: loanId } }, { signal: stopped.signal });
      setState({ blob });
      const task = getDocument({ data: await blob.arrayBuffer() });
      stopped.signal.addEventListener("abort", () => void task.destroy());
      if (pages.current) await draw(await task.promise, pages.current, stopped.signal);
      setState({ blob, isDrawn: true });
    };
    show().catch((error: unknown) => stopped.signal.aborted || setState({ error }));
    return () => stopped.abort();
  }, [call, loanId, attempt]);
  useEffect(() => {
    if (state.isDrawn) onRead?.();
  }, [state.isDrawn, onRead]);

  if (state.error) return <Failure error={state.error} onRetry={() => setAttempt(attempt + 1)} />;
  return (
    <div className="stack-12">
      <div className={styles.links}>
        <LinkButton onClick={() => state.blob && saveFile(state.blob, `${name}.pdf`)}>Download PDF</LinkButton>
        <a href={addressOf(call, { params: { id: loanId } })} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      </div>
      <div className={styles.pages} role="region" aria-label="The letter" aria-busy={!state.isDrawn} tabIndex={0}>
        <div ref={pages} style={{ display: "contents" }} />
        {!state.isDrawn && <Skeleton height={420} />}
      </div>
    </div>
  );
}
