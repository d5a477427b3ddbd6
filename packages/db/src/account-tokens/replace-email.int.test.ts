import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { inSystem } from "../database.js";
import { openTestDb } from "../testing/open-test-db.js";
import { insertUser } from "../users/insert-user.js";
import { findEmail, replaceEmail } from "./account-tokens.js";

let fixture: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  fixture = await openTestDb();
});
afterAll(() => fixture.close());

const now = new Date("2026-11-27T12:00:00Z");
const newUser = (email: string) => ({ id: newId("usr"), email, name: "", passwordHash: "x", now });
const isWaiting = async () => {
  const sql = `SELECT count(*)::integer AS count FROM pg_locks JOIN pg_stat_activity a USING (pid)
    WHERE NOT granted AND a.datname = current_database()`;
  return (await fixture.superuser.query(sql)).rows[0]?.count === 1;
};

test.each(["changes to", "signs up with"])(
  "an address that another account %s at the same time is taken",
  async (how) => {
    const { db } = fixture;
    const newEmail = `${newId("usr")}@new.example`;
    const first = newUser(`${newId("usr")}@a.example`);
    const second = newUser(`${newId("usr")}@b.example`);
    await inSystem(db, async (client) => {
      await insertUser(client, first);
      await insertUser(client, second);
    });
    const later = await inSystem(db, async (client) => {
      if (how === "changes to") await replaceEmail(client, { userId: first.id, newEmail, now });
      else await insertUser(client, newUser(newEmail));
      const outcome = inSystem(db, async (other) => {
        const isReplaced = await replaceEmail(other, { userId: second.id, newEmail, now });
        return { isReplaced, email: await findEmail(other, second.id) };
      });
      await eventually(isWaiting);
      return { outcome };
    });
    expect(await later.outcome).toEqual({ isReplaced: false, email: second.email });
  },
);
