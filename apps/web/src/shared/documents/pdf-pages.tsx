import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
} from "pdfjs-dist";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Notice, Skeleton } from "../ui/kit.tsx";
import styles from "./documents.module.css";
import { useView, type View, ViewTools } from "./view-tools.tsx";

GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).toString();

/** Beyond this a phone's browser gives up on a canvas. */
const MAX_PIXELS = 16_000_000;

interface Opened {
  pdf: PDFDocumentProxy | undefined;
  problem: string | undefined;
}

/** Opens the bytes, without scripts, forms or anything that is fetched: the content security policy allows none of them either. */
function usePdf(blob: Blob): Opened {
  const [opened, setOpened] = useState<Opened>({ pdf: undefined, problem: undefined });
  useEffect(() => {
    let isGone = false;
    let close: (() => void) | undefined;
    const open = async (): Promise<void> => {
      const task = getDocument({
        data: new Uint8Array(await blob.arrayBuffer()),
        isEvalSupported: false,
        useWasm: false,
        enableXfa: false,
        useWorkerFetch: false,
        verbosity: 0,
      });
      close = () => void task.destroy();
      if (isGone) return close();
      const pdf = await task.promise;
      if (!isGone) setOpened({ pdf, problem: undefined });
    };
    open().catch((error: unknown) => {
      const problem =
        (error as Error).name === "PasswordException"
          ? "This PDF is protected with a password."
          : "This PDF cannot be shown here. Download it to look at it.";
      if (!isGone) setOpened({ pdf: undefined, problem });
    });
    return () => {
      isGone = true;
      close?.();
    };
  }, [blob]);
  return opened;
}

/** Paints one page into the canvas, as wide as its frame times the zoom, and lays its words over it, unseen: they are marked, copied, found and read aloud as any text. */
function usePainted(pdf: PDFDocumentProxy | undefined, number: number, { zoom, quarters }: View, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!pdf || width === 0) return;
    let task: RenderTask | undefined;
    let layer: TextLayer | undefined;
    let isGone = false;
    const paint = async (page: PDFPageProxy): Promise<void> => {
      const [target, container] = [canvas.current, words.current];
      if (!target || !container || isGone) return;
      container.replaceChildren();
      const rotation = (page.rotate + quarters * 90) % 360;
      const plain = page.getViewport({ scale: 1, rotation });
      const shown = (width / plain.width) * zoom;
      const dense = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (plain.width * plain.height * shown * shown)));
      const viewport = page.getViewport({ scale: shown * dense, rotation });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      target.style.width = `${plain.width * shown}px`;
      target.style.height = `${plain.height * shown}px`;
      task = page.render({ canvas: target, viewport });
      await task.promise;
      if (isGone) return;
      // Its measures are written by script into the elements' style objects, which the content security policy allows.
      container.style.setProperty("--total-scale-factor", String(shown));
      layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container,
        viewport: page.getViewport({ scale: shown, rotation }),
      });
      await layer.render();
    };
    setBroken(false);
    pdf
      .getPage(number)
      .then(paint)
      .catch((error: unknown) => {
        if (!isGone && !["RenderingCancelledException", "AbortException"].includes((error as Error).name))
          setBroken(true);
      });
    return () => {
      isGone = true;
      task?.cancel();
      layer?.cancel();
    };
  }, [pdf, number, zoom, quarters, width]);
  return { canvas, words, isBroken };
}

/** The width of an element's inside, kept up to date; 0 until it is drawn. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** A PDF, page by page: enlarged, turned and paged like a picture, by button and by key. */
export default function PdfPages({ blob, name }: { blob: Blob; name: string }): ReactNode {
  const { pdf, problem } = usePdf(blob);
  const view = useView();
  const [page, setPage] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { canvas, words, isBroken } = usePainted(pdf, page, view, width);
  const count = pdf?.numPages ?? 1;
  const go = (next: number): void => {
    if (next < 1 || next > count) return;
    setPage(next);
    frame.current?.scrollTo({ top: 0 });
  };
  if (problem) return <Notice tone="warning">{problem}</Notice>;
  return (
    <>
      <ViewTools view={view} pages={{ page, count, go }} />
      <div
        ref={frame}
        className={styles.pages}
        tabIndex={0}
        role="region"
        aria-label={`Page ${page} of ${count}, scrolls`}
      >
        {!pdf && <Skeleton height={320} />}
        {isBroken && <Notice tone="warning">This page cannot be shown. Download the file to look at it.</Notice>}
        <div className={styles.page}>
          <canvas ref={canvas} hidden={!pdf} role="img" aria-label={`${name}, page ${page}`} />
          <div ref={words} className={styles.words} />
        </div>
      </div>
    </>
  );
}
