/** The door of repayments: how an instalment is shown in other lists. */
