import type { ReactNode } from "react";
import type { Section } from "./legal-words.ts";

/** Headings with their paragraphs. */
export const Sections = ({ of }: { of: readonly Section[] }): ReactNode =>
  of.map(([heading, ...paragraphs]) => (
    <section key={heading} className="stack-8">
      <h2>{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  ));
