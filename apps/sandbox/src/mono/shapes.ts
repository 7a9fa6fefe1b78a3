/** Mono's envelope. */
export const envelope = (message: string, data: unknown) => ({
  status: "successful",
  message,
  timestamp: new Date().toISOString(),
  data,
});
