/** What a document processor looks through (R100 to R103), with the help that the screen shows. */
export const documentQueues = {
  all: { name: "Doc Processor", description: "Every document that was sent: owner, kind, status and reviewers." },
  new: { name: "New Docs", description: "Received documents, neither accepted nor rejected yet." },
  rejected: { name: "Rejected Docs", description: "Rejected documents without a replacement yet." },
  loan: { name: "Doc Processor Loan", description: "Documents of people whose loan request waits for us." },
} as const;
export type DocumentQueue = keyof typeof documentQueues;
export const documentQueueNames = Object.keys(documentQueues) as [DocumentQueue, ...DocumentQueue[]];
