import { day, naira, sentence } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "./cards.module.css";
import { CameBack } from "./came-back.tsx";

type Card = Answer<typeof calls.charges.listOwn>["cards"][number];

/** R124 for customers: the cards that repayments may be debited from. */
export default function RepaymentCardsScreen(): ReactNode {
  const { user } = useSession();
  const [query, setQuery] = useSearchParams();
  const answer = useRecord(calls.charges.listOwn, { params: { id: user.id } });
  const { data } = answer;
  const charge = query.get("charge");
  return (
    <Page
      lead="On the due date we debit your default card. Its number stays with the card company; we never see it."
      actions={data && data.cards.length > 0 && <AddCard />}
    >
      {charge !== null && (
        <div className={styles.notice}>
          <CameBack charge={charge} onClose={() => setQuery({}, { replace: true })} />
        </div>
      )}
      <Answered of={answer} height={140}>
        {(data) => (
          <>
            {data.cards.length === 0 && (
              <Empty title="No card yet" action={<AddCard />}>
                With a card your instalments are paid by themselves, and you can pay early with one tap.
              </Empty>
            )}
            <ul className={styles.list}>
              {data.cards.map((card) => (
                <CardItem key={card.id} card={card} />
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Page>
  );
}

/** C303: the card is typed on the card company's own page. */
function AddCard(): ReactNode {
  const [isLeaving, setLeaving] = useState(false);
  const amount = Number(useSession().configuration["card_setup_kobo"] ?? 0);
  return (
    <ActionButton
      call={calls.charges.setUp}
      variant="primary"
      disabledBecause={isLeaving ? "The card page is opening." : undefined}
      confirm={{
        title: "Add a card",
        body: `You type it on the card company’s own page. ${amount > 0 ? `${naira(amount)} is charged and` : "A small charge"} proves that it is yours; it is held as your credit and pays part of your next instalment.`,
        yes: "To the card page",
      }}
      done={({ authorization_url }) => {
        setLeaving(true);
        location.assign(authorization_url);
      }}
    >
      Add a card
    </ActionButton>
  );
}

function CardItem({ card }: { card: Card }): ReactNode {
  const brand = sentence(card.brand);
  const name = `${brand} •••• ${card.last4}`;
  const expiry =
    card.expiry_month === null || card.expiry_year === null
      ? undefined
      : `${String(card.expiry_month).padStart(2, "0")}/${String(card.expiry_year).slice(-2)}`;
  return (
    <li className={styles.card} data-default={card.is_default}>
      <div className={styles.top}>
        <div>
          <div className={styles.brand}>{brand}</div>
          {card.bank && <div className="muted small">{card.bank}</div>}
        </div>
        {card.is_expired ? (
          <ToneBadge tone="danger">Expired</ToneBadge>
        ) : (
          card.is_default && <ToneBadge tone="success">Default</ToneBadge>
        )}
      </div>
      <div className={styles.number}>•••• •••• •••• {card.last4}</div>
      <div className={styles.bottom}>
        <span className="muted small">
          {expiry ? `Until ${expiry}` : ""}
          {expiry ? " · " : ""}added {day(card.created_at)}
        </span>
        <div className="buttons">
          {!card.is_default && !card.is_expired && (
            <ActionButton
              call={calls.charges.makeDefault}
              params={{ id: card.id }}
              done={`${name} is debited from now on.`}
            >
              Make default
            </ActionButton>
          )}
          <ActionButton
            call={calls.charges.remove}
            params={{ id: card.id }}
            variant="danger"
            done={`${name} was removed.`}
            confirm={{
              title: `Remove ${name}?`,
              body: card.is_default
                ? "It is your default card. Instalments are then debited from another card, or you pay them yourself."
                : "It will not be debited any more.",
              yes: "Remove",
              style: "danger",
            }}
          >
            Remove
          </ActionButton>
        </div>
      </div>
    </li>
  );
}
