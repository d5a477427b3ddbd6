/** The location to which the secret of a person's authenticator app is bound when it is sealed. */
export const totpPlace = (userId: string): string => `users/${userId}/totp`;
