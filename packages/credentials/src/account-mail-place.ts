/** The location to which the content of a mail is bound when it is sealed. */
export const accountMailPlace = (id: string): string => `account_mails/${id}`;
