import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { ManillaMark } from "../../../shared/ui/logo.tsx";
import styles from "./session.module.css";

const isAddress = (value: unknown): value is string => typeof value === "string" && value.startsWith("https://");

/** R010: where the mobile application is to be had; its addresses are configuration. */
export default function DownloadScreen(): ReactNode {
  const { data } = useCall(calls.session.configurations, {});
  useEffect(() => {
    document.title = "Get the app · Manilla";
  }, []);
  const stores = [
    ["Google Play", data?.["android_app_url"]],
    ["App Store", data?.["ios_app_url"]],
  ] as const;
  const offered = stores.filter((store): store is readonly ["Google Play" | "App Store", string] =>
    isAddress(store[1]),
  );
  return (
    <main id="main" className={styles.center} tabIndex={-1}>
      <ManillaMark size={44} />
      <h1>Manilla on your phone</h1>
      {offered.length > 0 ? (
        <p>
          {offered.map(([name, address]) => (
            <a key={name} href={address} rel="noreferrer" style={{ margin: "0 8px" }}>
              {name}
            </a>
          ))}
        </p>
      ) : (
        <p>
          This web application does everything on a phone as well: open it in your browser and add it to your home
          screen.
        </p>
      )}
      <Link to="/login">Go on in the browser</Link>
    </main>
  );
}
