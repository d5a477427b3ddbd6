/** One red pixel as PNG. */
export const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** Almost no sound as WAV. */
export const AUDIO = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const textOf = (text: string) => ({ type: "text", text }) as const;
export const imageOf = () => ({ type: "image", data: IMAGE, mimeType: "image/png" }) as const;
export const embeddedText = (uri: string, text: string, mimeType = "text/plain") =>
  ({ type: "resource", resource: { uri, mimeType, text } }) as const;

/** A form with one required member. */
export const formOf = (name: string, type: "string" | "boolean") => ({
  type: "object" as const,
  properties: { [name]: type === "string" ? { type: "string" as const } : { type: "boolean" as const } },
  required: [name],
});
