/** The door of repayments: a credit balance that is paid back. */
