-- Rule sets.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Versions of the credit rules.
create table rule_sets (
  id uuid primary key,
  number integer not null unique,
  name text not null,
  note text,
  status text not null default 'draft' check (status in ('draft', 'waiting', 'active', 'retired')),
  tables jsonb not null,
  -- Of `tables`: a backtest counts for exactly this content.
  digest text not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  activated_by uuid references users,
  activated_at timestamptz,
  retired_at timestamptz,
  version integer not null default 1
);
create unique index rule_sets_active on rule_sets (status) where status = 'active';

-- The rules that the application begins with.
insert into rule_sets (id, number, name, note, status, tables, digest, activated_at) values (
  '01900000-0000-7000-8000-00000000c0de',
  1,
  'First rules',
  'The rules that the application begins with.',
  'active',
  $tables$[
  {
    "module": "eligibility",
    "facts": ["age_years", "employment_status"],
    "rows": [
      {
        "id": "too-young",
        "when": {"age_years": "< 18"},
        "reason": "The person is younger than 18.",
        "outcome": "failed"
      },
      {"id": "too-old", "when": {"age_years": "> 65"}, "reason": "The person is older than 65.", "outcome": "failed"},
      {
        "id": "age-unknown",
        "when": {"age_years": "null"},
        "reason": "The date of birth is not known.",
        "outcome": "attention"
      },
      {
        "id": "not-earning",
        "when": {"employment_status": "null"},
        "reason": "How the person earns is not known.",
        "outcome": "attention"
      }
    ]
  },
  {
    "module": "identity",
    "facts": ["is_bvn_verified", "is_bvn_bypassed", "is_account_theirs", "is_statement_theirs"],
    "rows": [
      {
        "id": "no-bvn",
        "when": {"is_bvn_verified": "false", "is_bvn_bypassed": "false"},
        "reason": "The BVN is neither verified nor bypassed.",
        "outcome": "failed"
      },
      {
        "id": "bvn-bypassed",
        "when": {"is_bvn_verified": "false", "is_bvn_bypassed": "true"},
        "reason": "The BVN was bypassed and never verified.",
        "outcome": "attention"
      },
      {
        "id": "other-account",
        "when": {"is_account_theirs": "false"},
        "reason": "The bank account is in another name.",
        "outcome": "failed"
      },
      {
        "id": "other-statement",
        "when": {"is_statement_theirs": "false"},
        "reason": "The bank statement is in another name.",
        "outcome": "failed"
      }
    ]
  },
  {
    "module": "blacklist",
    "facts": ["is_blacklisted", "is_watch_listed", "own_lost_loans"],
    "rows": [
      {
        "id": "blacklisted",
        "when": {"is_blacklisted": "true"},
        "reason": "The person is on our blacklist.",
        "outcome": "failed"
      },
      {
        "id": "watch-listed",
        "when": {"is_watch_listed": "true"},
        "reason": "The BVN is on the banks' watch list.",
        "outcome": "failed"
      },
      {
        "id": "lost-with-us",
        "when": {"own_lost_loans": "> 0"},
        "reason": "A loan with us was not paid back.",
        "outcome": "failed"
      }
    ]
  },
  {
    "module": "bureau",
    "facts": ["bureau_answered", "bureau_overdue_loans", "bureau_open_loans"],
    "rows": [
      {
        "id": "silent",
        "when": {"bureau_answered": "false"},
        "reason": "The credit bureau has not been asked or did not answer.",
        "outcome": "attention"
      },
      {
        "id": "overdue",
        "when": {"bureau_overdue_loans": "> 0"},
        "reason": "Loans elsewhere are overdue or lost.",
        "outcome": "failed"
      },
      {
        "id": "many-loans",
        "when": {"bureau_open_loans": "> 3"},
        "reason": "More than three loans run elsewhere.",
        "outcome": "attention"
      }
    ]
  },
  {
    "module": "affordability",
    "facts": [
      "has_statement", "is_statement_sound", "income_kobo", "instalment_percent", "gambling_percent",
      "bounced_debits", "own_worst_days_past_due"
    ],
    "rows": [
      {
        "id": "no-statement",
        "when": {"has_statement": "false"},
        "reason": "There is no bank statement that could be read.",
        "outcome": "attention"
      },
      {
        "id": "unsound",
        "when": {"is_statement_sound": "false"},
        "reason": "The balances of the statement do not add up.",
        "outcome": "failed"
      },
      {
        "id": "no-balances",
        "when": {"has_statement": "true", "is_statement_sound": "null"},
        "reason": "The statement shows no running balances.",
        "outcome": "attention"
      },
      {
        "id": "no-income",
        "when": {"has_statement": "true", "income_kobo": "<= 0"},
        "reason": "No regular income was found.",
        "outcome": "failed"
      },
      {
        "id": "too-much",
        "when": {"instalment_percent": "> 50"},
        "reason": "More than half of the income would go to instalments.",
        "outcome": "failed"
      },
      {
        "id": "much",
        "when": {"instalment_percent": "(33.3..50]"},
        "reason": "More than a third of the income would go to instalments.",
        "outcome": "attention"
      },
      {
        "id": "betting",
        "when": {"gambling_percent": "> 10"},
        "reason": "More than a tenth of what came in went to betting.",
        "outcome": "attention"
      },
      {
        "id": "bounced",
        "when": {"bounced_debits": "> 2"},
        "reason": "Several debits came back unpaid.",
        "outcome": "attention"
      },
      {
        "id": "late-with-us",
        "when": {"own_worst_days_past_due": "> 30"},
        "reason": "A loan with us was more than 30 days late.",
        "outcome": "attention"
      }
    ]
  },
  {
    "module": "score",
    "facts": [
      "employment_status", "statement_months", "own_settled_loans", "own_worst_days_past_due", "is_nin_verified",
      "is_work_email_verified", "gambling_percent", "bureau_open_loans"
    ],
    "rows": [
      {"id": "base", "when": {}, "reason": "Everybody begins with these points.", "points": 400},
      {"id": "employed", "when": {"employment_status": "\"employed\""}, "reason": "Is employed.", "points": 60},
      {
        "id": "long-statement",
        "when": {"statement_months": ">= 6"},
        "reason": "Six months of statements or more.",
        "points": 60
      },
      {
        "id": "paid-before",
        "when": {"own_settled_loans": ">= 1"},
        "reason": "Has paid back a loan with us.",
        "points": 80
      },
      {
        "id": "paid-often",
        "when": {"own_settled_loans": ">= 3"},
        "reason": "Has paid back three loans with us.",
        "points": 40
      },
      {"id": "late-before", "when": {"own_worst_days_past_due": "> 3"}, "reason": "Was late with us.", "points": -60},
      {"id": "nin", "when": {"is_nin_verified": "true"}, "reason": "NIN verified.", "points": 40},
      {
        "id": "work-mail",
        "when": {"is_work_email_verified": "true"},
        "reason": "Work e-mail verified.",
        "points": 40
      },
      {"id": "some-betting", "when": {"gambling_percent": "> 2"}, "reason": "Money goes to betting.", "points": -60},
      {"id": "debts", "when": {"bureau_open_loans": "> 0"}, "reason": "Loans run elsewhere.", "points": -30}
    ]
  },
  {
    "module": "limit",
    "facts": ["score", "income_kobo"],
    "rows": [
      {"id": "low-score", "when": {"score": "< 380"}, "reason": "Too few points for a limit.", "value": "0"},
      {
        "id": "known",
        "when": {"score": ">= 560", "income_kobo": "> 0"},
        "reason": "Four months of a third of the income.",
        "value": "floor(income_kobo * 0.333 * 4)"
      },
      {
        "id": "new",
        "when": {"income_kobo": "> 0"},
        "reason": "Two months of a third of the income.",
        "value": "floor(income_kobo * 0.333 * 2)"
      },
      {"id": "nothing-known", "when": {}, "reason": "Without an income there is no limit.", "value": "0"}
    ]
  },
  {
    "module": "price",
    "facts": ["score"],
    "rows": [
      {"id": "best", "when": {"score": ">= 600"}, "reason": "The best score.", "value": "36"},
      {"id": "good", "when": {"score": ">= 500"}, "reason": "A good score.", "value": "42"},
      {"id": "plain", "when": {}, "reason": "The usual price.", "value": "48"}
    ]
  }
]$tables$::jsonb,
  'first',
  now()
);

-- Part 2, made anew after each migration.

select pg_temp.rights('rule_sets', 'all rows');
