/** What mails say about an endpoint. */
export interface DescribedEndpoint {
  readonly host: string;
  readonly endpointId: string;
  /** Since when it fails. */
  readonly since: string;
  /** The page of the endpoint. */
  readonly link: string;
  readonly publicUrl: string;
  /** The delivery that failed; empty in mails about other things. */
  readonly deliveryId: string;
}
