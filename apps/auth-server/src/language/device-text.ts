import type { Texts } from "../texts/texts.js";

/** A device as `describeDevice` names it, in a language. Names of browsers and systems stay as they are. */
export function deviceText(device: string, { forms: { devices } }: Texts): string {
  const place = device.lastIndexOf(" on ");
  const program = programText(place < 0 ? device : device.slice(0, place), devices);
  return place < 0 ? program : devices.on(program, device.slice(place + " on ".length));
}

function programText(program: string, devices: Texts["forms"]["devices"]): string {
  const [, language] = /^A (\S+) program$/.exec(program) ?? [];
  if (language !== undefined) return devices.program(language);
  switch (program) {
    case "Unknown browser":
      return devices.unknownBrowser;
    case "Another browser":
      return devices.anotherBrowser;
    case "Another program":
      return devices.anotherProgram;
    case "A desktop app":
      return devices.desktopApp;
    case "A web crawler":
      return devices.webCrawler;
    default:
      return program;
  }
}
