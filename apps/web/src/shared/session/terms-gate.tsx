import { day } from "@manilla/contract/formats";
import { termsVersion } from "@manilla/contract/people/terms";
import type { ReactNode } from "react";
import { Way } from "../actions/way.tsx";
import { calls } from "../api/calls.gen.ts";
import { ActionButton } from "../form/action-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { privacySections, termsSections } from "./legal-words.ts";
import { Sections } from "./sections.tsx";
import { reloadSession } from "./session.ts";

/**
 * Covers the page of a person who has not accepted this version: a colleague or an employee at their first sign-in, everybody after a new one. The page
 * behind it stays as it is, with all that was typed. It is answered or left by signing out.
 */
export default function TermsGate(): ReactNode {
  return (
    <Dialog opened onClose={() => undefined} isLocked size="lg" title="Terms and privacy notice">
      <div className="stack-12">
        <p>
          Please read and accept the version of {day(termsVersion)} to go on. What you were doing stays as it is behind
          this.
        </p>
        {/* Read by scrolling, also with the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section
          className="stack-12"
          aria-label="The text"
          tabIndex={0}
          style={{ maxHeight: "45vh", overflow: "auto" }}
        >
          <Sections of={termsSections} />
          <Sections of={privacySections} />
        </section>
        <p>
          <ActionButton
            call={calls.session.acceptTerms}
            body={{ version: termsVersion }}
            variant="primary"
            done="Accepted. Thank you."
            // Without an answer the gate stays; accepting once more changes nothing.
            onDone={() => void reloadSession().catch(() => undefined)}
          >
            I accept the terms and the privacy notice
          </ActionButton>{" "}
          <Way to="/logout" isQuiet>
            Sign out
          </Way>
        </p>
      </div>
    </Dialog>
  );
}
