import type { FileKind } from "@manilla/contract/endpoint";
import { fileSize } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { IconCamera, IconFile, IconUpload, IconX } from "../ui/icons.ts";
import { useIsPhone } from "../ui/device.ts";
import { type FieldProps, useField } from "./field.ts";
import styles from "./form.module.css";
import { smallerPicture } from "./smaller-picture.ts";

const kinds: Record<FileKind, { extensions: readonly string[]; media: string }> = {
  pdf: { extensions: ["pdf"], media: "application/pdf" },
  png: { extensions: ["png"], media: "image/png" },
  jpeg: { extensions: ["jpg", "jpeg"], media: "image/jpeg" },
  csv: { extensions: ["csv"], media: "text/csv" },
  xlsx: { extensions: ["xlsx"], media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  xml: { extensions: ["xml", "ofx"], media: "application/xml" },
  txt: { extensions: ["txt", "sta", "mt940", "940"], media: "text/plain" },
};

/**
 * Checks a file before it is sent, by its name and size; the server looks at its content.
 * @returns what is wrong with it, in words
 */
export function fileProblem(
  file: Pick<File, "name" | "size">,
  accept: readonly FileKind[],
  maxBytes: number,
): string | undefined {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!accept.some((kind) => kinds[kind].extensions.includes(extension)))
    return `this file has to be one of ${accept.join(", ")}`;
  if (file.size === 0) return "this file is empty";
  return file.size > maxBytes ? `this file has to be smaller than ${fileSize(maxBytes)}` : undefined;
}

/**
 * A file: dropped, chosen, or photographed on a phone. Kind and size are checked at once; sending shows its progress.
 * @param of the call that it goes to, which says what it accepts
 */
export function FileField({
  name,
  label,
  hint,
  of,
  keep,
}: FieldProps & {
  of: { files?: { accept: readonly FileKind[]; max_bytes: number } | undefined };
  /** Does something with the file before it counts as chosen. @returns what is wrong with it, in words */
  keep?: (file: File) => Promise<string | undefined>;
}): ReactNode {
  const { files = { accept: [], max_bytes: 0 } } = of;
  const field = useField({ name, label });
  const isPhone = useIsPhone();
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPictures = files.accept.includes("jpeg");
  const take = async (given: File | undefined): Promise<void> => {
    setOver(false);
    if (!given) return;
    setReading(true);
    const file = takesPictures ? await smallerPicture(given) : given;
    setReading(false);
    const wrong = fileProblem(file, files.accept, files.max_bytes) ?? (await keep?.(file));
    field.set(wrong ? null : file);
    if (wrong) field.form.refuse(name, wrong);
    field.leave();
  };
  const takeFrom = (event: ChangeEvent<HTMLInputElement>): void => {
    void take(event.currentTarget.files?.[0]);
    // The same file, mended in the meantime, may be chosen again.
    event.currentTarget.value = "";
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const chosen = field.value instanceof File ? field.value : undefined;
  const error = isReading ? undefined : field.error;
  const media = files.accept
    .flatMap((kind) => [kinds[kind].media, ...kinds[kind].extensions.map((extension) => `.${extension}`)])
    .join(",");
  return (
    <div>
      <label className={styles.label} htmlFor={field.id}>
        {field.label}
      </label>
      {chosen ? (
        <div className={styles.chosen}>
          <IconFile size={20} aria-hidden="true" />
          <div>
            {chosen.name} <span className="muted">{fileSize(chosen.size)}</span>
            {field.form.isPending && (
              <div
                className={styles.bar}
                role="progressbar"
                aria-label="Upload"
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(field.form.progress * 100)}
              >
                <span style={{ width: `${field.form.progress * 100}%` }} />
              </div>
            )}
          </div>
          {!field.form.isPending && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${chosen.name}`}
              onClick={() => field.set(null)}
            >
              <IconX size={14} />
            </Button>
          )}
        </div>
      ) : (
        <div
          className={styles.drop}
          data-over={isOver}
          data-error={error !== undefined}
          onDragOver={(event) => (event.preventDefault(), setOver(true))}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {isReading && <p role="status">Making the picture smaller, so that it is sent faster…</p>}
          {!isPhone && <IconUpload size={22} aria-hidden="true" />}
          <div>
            <Button variant="default" size="sm" onClick={() => input.current?.click()}>
              Choose a file
            </Button>{" "}
            {isPhone && takesPictures && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconCamera size={16} />}
                onClick={() => camera.current?.click()}
              >
                Take a picture
              </Button>
            )}
            {!isPhone && " or drop it here"}
          </div>
          <span className="small">
            {hint ? `${hint} · ` : ""}
            {files.accept.join(", ").toUpperCase()} up to {fileSize(files.max_bytes)}
          </span>
        </div>
      )}
      <input
        ref={input}
        id={field.id}
        type="file"
        className="visually-hidden"
        accept={media}
        aria-describedby={error ? `${field.id}-error` : undefined}
        aria-invalid={error !== undefined || undefined}
        onChange={takeFrom}
      />
      <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={takeFrom} />
      {error && (
        <p id={`${field.id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
