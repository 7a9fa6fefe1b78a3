import { PROVIDER_ACCOUNT, type Movement, type dayOf } from "./movements.ts";
import { statementNumber } from "./mt940.ts";

const amount = (kobo: number): string =>
  `${Math.trunc(Math.abs(kobo) / 100)}.${String(Math.abs(kobo) % 100).padStart(2, "0")}`;
const indicator = (kobo: number): string => (kobo < 0 ? "DBIT" : "CRDT");
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const balance = (code: string, kobo: number, date: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount(kobo)}</Amt><CdtDbtInd>${indicator(kobo)}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;

/** ISO 20022 camt.053.001.02; the reference that the application gave is the end-to-end id. */
export function camt053(date: string, { opening_kobo, closing_kobo, movements }: ReturnType<typeof dayOf>): string {
  const number = statementNumber(date);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>STMT-${date}</MsgId><CreDtTm>${date}T23:59:59+01:00</CreDtTm></GrpHdr>
<Stmt><Id>STMT-${date}-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${date}T23:59:59+01:00</CreDtTm>
<Acct><Id><Othr><Id>${PROVIDER_ACCOUNT.account_number}</Id></Othr></Id><Ccy>NGN</Ccy><Nm>${PROVIDER_ACCOUNT.name}</Nm><Svcr><FinInstnId><BIC>${PROVIDER_ACCOUNT.bic}</BIC></FinInstnId></Svcr></Acct>
${balance("OPBD", opening_kobo, date)}
${balance("CLBD", closing_kobo, date)}
${movements.map(entry).join("\n")}
</Stmt></BkToCstmrStmt></Document>
`;
}

function entry({ id, booked_on, amount_kobo, kind, reference, narration, counterparty }: Movement): string {
  const party = amount_kobo < 0 ? "Cdtr" : "Dbtr";
  const parties = counterparty
    ? `<RltdPties><${party}><Nm>${escape(counterparty.name)}</Nm></${party}><${party}Acct><Id><Othr><Id>${counterparty.account_number}</Id></Othr></Id></${party}Acct></RltdPties>`
    : "";
  return `<Ntry><Amt Ccy="NGN">${amount(amount_kobo)}</Amt><CdtDbtInd>${indicator(amount_kobo)}</CdtDbtInd><RvslInd>${kind === "transfer_reversal"}</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>${booked_on}</Dt></BookgDt><ValDt><Dt>${booked_on}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><BkTxCd><Prtry><Cd>${kind}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef><EndToEndId>${escape(reference)}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="NGN">${amount(amount_kobo)}</Amt></TxAmt></AmtDtls>${parties}<RmtInf><Ustrd>${escape(narration)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}
