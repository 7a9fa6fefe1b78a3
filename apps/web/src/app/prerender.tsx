/**
 * What a browser shows before any script has come: the sign-in page as it will be, and the frame of the pages behind the door.
 * Rendered once while building (scripts/build-pages.ts); the server puts it into the page, and main.tsx puts the living page in its place.
 */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import LoginScreen from "../features/platform/session/login-screen.tsx";
import { queryClient } from "../shared/api/query-client.ts";
import { ManillaMark } from "../shared/ui/logo.tsx";
import styles from "./shell/shell.module.css";
import { theme } from "./theme.ts";

const rendered = (content: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={["/login"]}>{content}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

/** The sign-in page. Until its code is there it can be typed into but not sent: a form without code would put the password into the address. */
export const loginMarkup = (): string =>
  rendered(<LoginScreen />)
    .replaceAll(/<(\/?)form\b/g, "<$1div")
    .replaceAll('type="submit"', 'type="button" aria-disabled="true"');

/** The frame around every page behind the door, still empty. */
export const frameMarkup = (): string =>
  rendered(
    <div className={styles.shell} aria-busy="true">
      <header className={styles.navbar}>
        <span className={styles.brand}>
          <ManillaMark size={22} />
          Manilla
        </span>
      </header>
      <aside className={styles.side} />
      <main className={styles.main} />
    </div>,
  );
