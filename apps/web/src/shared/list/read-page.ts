import type { Endpoint } from "@manilla/contract/endpoint";
import type { Page } from "@manilla/contract/page";
import { type CallInput, send } from "../api/call.ts";
import type { ListCall } from "./use-list.ts";

/** One page of a list. @throws CallError */
export const readPage = async <Row>(
  call: ListCall,
  input: CallInput<Endpoint>,
  options: { signal?: AbortSignal } = {},
): Promise<Page<Row>> =>
  // What a call answers is known where the call is; here it is any list, whose rows the caller names.
  (await send(call as Endpoint, input, options)) as unknown as Page<Row>;
