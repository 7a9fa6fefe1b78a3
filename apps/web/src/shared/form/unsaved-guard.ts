import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ask } from "../ui/alert.ts";

/** Asks before a form with changes is left. Signing out and the session's end are not held up: the draft is kept. */
export function UnsavedGuard(): null {
  // A component, not a hook: the router knows only one blocker, so only a form with changes may be one.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname && !nextLocation.pathname.startsWith("/logout"));
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask({
      title: "Leave this form?",
      body: "What you typed has not been sent.",
      sub_body: "It is kept on this device and will be here when you come back.",
      yes: "Leave",
      no: "Stay",
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  return null;
}
