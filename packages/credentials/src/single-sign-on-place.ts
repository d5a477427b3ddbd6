/** The location to which the client secret of a workspace's single sign-on is bound when it is sealed. */
export const singleSignOnPlace = (workspaceId: string): string => `${workspaceId}/single_sign_on/client_secret`;
