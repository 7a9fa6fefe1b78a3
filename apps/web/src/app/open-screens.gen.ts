// Written by `npm run generate` from features/<wing>/<noun>/screens.ts. Do not edit.
import type { Screen } from "../shared/screens.ts";

/** Screens that need no session, and those only for people without one (A17). */
export const openScreens: readonly Screen[] = [
  { "spec":"R016","path":"/404","title":"Page Not Found","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/not-found-screen.tsx") },
  { "spec":"R014","path":"/a/m","title":"Get the app","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/app-redirect-screen.tsx") },
  { "spec":"added","path":"/borrow","title":"What could I borrow?","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/lending/loans/estimate-screen.tsx") },
  { "spec":"added","path":"/design","title":"Design language","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/design/design-screen.tsx") },
  { "spec":"R010","path":"/download","title":"Get the app","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/download-screen.tsx") },
  { "spec":"added","path":"/help","title":"Help","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/complaints/open-help-screen.tsx") },
  { "spec":"R002","path":"/login","title":"Sign in","audience":"guest","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/login-screen.tsx") },
  { "spec":"R003","path":"/logout","title":"Sign out","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/logout-screen.tsx") },
  { "spec":"added","path":"/password/forgotten","title":"Forgotten password","audience":"guest","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/forgotten-screen.tsx") },
  { "spec":"R007","path":"/password/reset/{token}","title":"Set a new password","audience":"guest","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/reset-screen.tsx") },
  { "spec":"added","path":"/privacy","title":"Privacy notice","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/registration/privacy-screen.tsx") },
  { "spec":"R015","path":"/r/c/{referralCode}","title":"Create your account","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/registration/referral-redirect-screen.tsx") },
  { "spec":"added","path":"/receipts/{token}","title":"Receipt","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/payments/payment-receipts/check-screen.tsx") },
  { "spec":"R004","path":"/register/business","title":"Register your business","audience":"guest","can":"*","bare":true, guards: [], load: () => import("../features/people/registration/business-screen.tsx") },
  { "spec":"R005","path":"/register/{source?}","title":"Create your account","audience":"guest","can":"*","bare":true, guards: [], load: () => import("../features/people/registration/person-screen.tsx") },
  { "spec":"added","path":"/terms","title":"Terms","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/registration/terms-screen.tsx") },
  { "spec":"added","path":"/unsubscribe/{token}","title":"No more offers","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/communications/unsubscribe-screen.tsx") },
  { "spec":"R013","path":"/upload-documents/token/{token}","title":"Upload Documents","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/people/documents/upload-screen.tsx") },
  { "spec":"R017","path":"/*","title":"Page Not Found","audience":"public","can":"*","bare":true, guards: [], load: () => import("../features/platform/session/not-found-screen.tsx") },
];
