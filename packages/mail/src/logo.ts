/** The content id by which the HTML of a mail refers to the logo that is attached to it. */
export const LOGO_CID = "logo@skucast";

/**
 * The logo as a PNG of 64 by 64 pixels: white on a blue tile, which is legible on light and on dark. Mail programs show no
 * SVG, and load images of a server only if the reader allows it, so it is attached.
 */
export const LOGO_PNG = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAF1klEQVR4nOybeWwUVRzHv2+6tLQgBbRQC7tbThE1gheIJj1QERCUM6CwgCBi0E",
    "TReARBwJCoUTARQhSPHhqLVCBcQtRuS7SWeEBDEC3ptT0seLQ0tLXtdh/vN+00bffodjsz0J1+/uicO33f7/vNvHnvN88EP7Asy5jKOGZwsHvA",
    "eAw4hjLG+uEagnNeA4YL4KycMZx0cnakLCXe3tnvmNcj8XaT2YxVTOIbGFgMeiAcvFwsNjuK2afITHB6OsfdgE1cMhdlLhQ1vkUcHINggPM8zq",
    "XXHalx6UIyb3vIzQAR7gtFGCWJMApHECGioVYoX1ySnHiw7f52BliXZszlEvaKkJcQhAgTXGKx2JGc+JWyr9WA4cuzbpNcrpPBVvMd4Rx1TRKm",
    "lCUlnKbt5poW973Em9KCXTxBGkNcSCXNtC3/MednrhZhPx4GQZhwK2mW16MW2PtHRKBArEfBSHB+scYUOtrUty/mw2jiCcaGhDc2zjOJcIiHQR",
    "HaJ0sMPBYGRWgfZxLLWFwF7hoTiZfmjZDX3/26EL+cv4SrQDSzLsv4X3gRBp0g4S8K4feOG9hu/09/VOE93Y3gl4QBdg4d8Ca8I3obobkBd4+N",
    "xAtzRmDKze7Cq2ubO2gDIkxux7LPVWH7/kL8nKetEZoZ4KvGKy834pPjpfjs21J5e8WDw7Fy2nAM6t/H7VytI0J1A3wJ/6e6EbuPOZDyXRnqGl",
    "ztjoWHSrA9MAxPPWzBDQP0M0I1A3wJv1DVgA+POvCFvRz1jS6f1wnrI2FJYgyenm7BkIGhbsfVNqLbBvgSXv5fPXYdLsaeE3+hwdm1fxNqYlgU",
    "F4NnZlpw42D3RkotIwI2gISvmxOLKeMHeT1nY+p5pHxfhu6wTNwWm5d4H5jK/r0S2/YXBWxEwAYUJcX7dV5FZT0++qbEr/BXoNvgiQRxG8ywYK",
    "iH28ATscszEQgmaEz0oDBsfHy0HMpkBEWENyNIuG3qMKyebkZUpH/Cu4vmBiiQoPWLRslG7D5WgiTRBCotQb++IXKor5pmxuDr+kBPVDNg/tZT",
    "WPuIBQm3X+/zPBL4yoKRWDOj2QhJDMmsfMiMyH7+FcWe+y92HnYgff1EqIFqBtBDaMX2M7jF0h/PzbZi2p1R1N30CglWOkOdIcbxcPzXv/HBwW",
    "KcdVyGmqh+C1AB1+w4i5HR4Xh2VixmTx4CUwgL6FrOJo6DORex41ARCirqoAWaPQOowOt2nxNd3QKsnWXF/Puj5YecP9BDMv2HCuw8VCy/S2iJ",
    "5g9BErA+OU/u2FCzRs1bRFiIx3Nr65vk5pLeGum1WQ90awVI0Na0fLlWyQhqDdqy64hDFl5V44Se6J4BIoFv7y1w20/79BZPBGUKrCv0GgCD02",
    "sADE6vATA4vQbA4KhmwKSbIqEXav4v1foCe16bKI/UviNeaU/lV0MLJo4agJfFYEpn6bWuoGpniAq2f8MdqhuhhXCFgG+BRW+d9pq3U4z48tUJ",
    "cuEDhX5L16BreRNPZaCyBEq3EyOTRcGefyxWXnrDU0R0HFZvO6ztT43niGu+f6BIXnYH1VJjXTXCkwF6CldQPTlKafB1c0fImSNv/CiyOfd1yC",
    "h52tcWGnTdtq9QTpuriWbpcX8iwh/UrvGOaP6BRKBGaC1cQbdPZPw1Qi/hCrp/JOXNCL2FN0MfSdkyikQKxwqdUYwg9BfeAud/kgE5woBJMCKc",
    "Z0kcLPDXqB4OaZdcEg7AoDRJSJOzllab/TcwqJNv7ilwnluckjhB7gyJKNgCg+GS2CZatuatDRUFLbVPq63dYaeLr6AJRQhymidNhSxVtlsNKP",
    "s8MVcsbAhiaNoc43xJaVLcGWVfuwERR0pCugv8UZpkiCCDal7c77OLUxP3td3v8dsVqy1LPAua0sQL0lgEA5znOV1Y2BLl7fA5edpi5U+KtTd6",
    "8uRpEfRvlpTgY/8nT3tgmC0zwcT4TBFGk6756fNgZaJ82ZxJR0uS40509rsrAAAA//9dqvAdAAAABklEQVQDAI/Bmg+IJE51AAAAAElFTkSuQm",
    "CC",
  ].join(""),
  "base64",
);

/** The HTML of a mail as a document that needs no attachment. */
export const withInlineLogo = (html: string): string =>
  html.replaceAll(`cid:${LOGO_CID}`, `data:image/png;base64,${LOGO_PNG.toString("base64")}`);
