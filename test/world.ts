/**
 * The worlds of test files, each with a database of its own: started while the file is read, so that its helpers and its tests can use
 * them without a set-up of their own, and ended after the last test. People and loans are made by the world: `api.person`, `world.loan`.
 */
import { afterAll } from "vitest";
import { type TestApi, startTestApi } from "./api.ts";
import { type LendingWorld, startLendingWorld } from "./lending.ts";

/** The application over an empty database. @param environment overrides the configuration */
export async function useTestApi(environment?: Record<string, string>): Promise<TestApi> {
  const api = await startTestApi(environment);
  afterAll(() => api.stop());
  return api;
}

/** The application over a sandbox, with a product, capital, and staff who pay out. */
export async function useLendingWorld(...nights: Parameters<typeof startLendingWorld>): Promise<LendingWorld> {
  const world = await startLendingWorld(...nights);
  afterAll(() => world.stop());
  return world;
}
