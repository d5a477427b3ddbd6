import { expect, test } from "@jest/globals";
import { estimateTokens, truncateToTokens } from "./count-tokens.js";

/** Strings with their tokens in cl100k_base and o200k_base, counted with gpt-tokenizer. */
const SAMPLES: [string, string, number, number][] = [
  [
    "English",
    "A warm desk lamp with a dimmable LED, made of brushed steel. Two year warranty, ships in 3 days.",
    26,
    26,
  ],
  [
    "JSON",
    '{"sku":"LAMP-00042-B","title":"Desk lamp","price":"79.90 USD","availability":"in_stock","inventory_quantity":12,"brand":"Acme","status":"active"},',
    41,
    41,
  ],
  [
    "ids",
    '"prod_01jb8x4m2n7q9w3e5r6t8y0u1i","evt_01JB8X4M2N7Q9W3E5R6T8Y0U1I","content_hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    102,
    102,
  ],
  ["random letters and digits", "a1f9Zk3Qx7Lm2Pw8vT5yRb0cNq4HsJ6dKgUeXiOzWaYt", 42, 36],
  [
    "a signed URL",
    "https://cdn.shop.example/files/Xk29aQ_7bLmT/desk-lamp_large.jpg?v=1699123456&sig=Zm9vYmFyQmF6",
    44,
    40,
  ],
  [
    "letters with several marks",
    "l\u0335\u0322\u0358a\u0336\u031b\u035dm\u0337\u0328\u031bp\u0336\u0308\u0301",
    27,
    26,
  ],
  ["Hebrew with points", "מְנוֹרַת שׁוּלְחָן עִם אוֹר חַם", 42, 26],
  ["Czech", "Příliš žluťoučký kůň úpěl ďábelské ódy, stolní lampa s nastavitelným jasem.", 44, 34],
  ["Vietnamese", "Đèn bàn ấm áp với ánh sáng điều chỉnh được, bảo hành hai năm.", 33, 18],
  ["Russian", "Настольная лампа с тёплым светом и регулируемой яркостью, гарантия два года.", 42, 23],
  ["Greek", "Επιτραπέζιο φωτιστικό με ζεστό φως και ρυθμιζόμενη φωτεινότητα.", 60, 27],
  ["Arabic", "مصباح مكتبي بإضاءة دافئة قابلة للتعديل وضمان لمدة عامين", 42, 19],
  ["Hebrew", "מנורת שולחן עם אור חם ועוצמה מתכווננת, אחריות לשנתיים", 52, 22],
  ["Hindi", "समायोज्य चमक और गर्म रोशनी वाला डेस्क लैंप, दो साल की वारंटी", 62, 24],
  ["Thai", "โคมไฟตั้งโต๊ะแสงอบอุ่นปรับความสว่างได้ รับประกันสองปี", 53, 24],
  ["Khmer", "ចង្កៀងតុដែលមានពន្លឺកក់ក្តៅអាចលៃតម្រូវបាន", 66, 24],
  ["Burmese", "စားပွဲတင်မီးအိမ် နွေးထွေးသောအလင်းရောင် ချိန်ညှိနိုင်သည်", 108, 32],
  ["Amharic", "ሞቃት ብርሃን ያለው የጠረጴዛ መብራት የሁለት ዓመት ዋስትና", 88, 67],
  ["Tamil", "சூடான ஒளி கொண்ட மேசை விளக்கு, இரண்டு ஆண்டு உத்தரவாதம்", 74, 21],
  ["Georgian", "მაგიდის ნათურა თბილი შუქით და რეგულირებადი სიკაშკაშით", 100, 22],
  ["Japanese", "明るさを調整できる暖かい光のデスクランプ、二年間の保証付きです。ブラシ仕上げのスチール製。", 49, 36],
  ["Chinese", "可調節亮度的暖光檯燈，拉絲不鏽鋼材質，兩年保固，適合較大的房間。", 54, 35],
  ["Korean", "밝기를 조절할 수 있는 따뜻한 빛의 책상 램프, 2년 보증", 37, 25],
  ["emoji", "💡🔥✨🛋️👩‍💻🇯🇵", 24, 17],
];

test.each(SAMPLES)(
  "the estimate for %s is at least the real count, but not several times as much",
  (_script, text, older, newer) => {
    const costs = Math.max(older, newer);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(costs);
    expect(estimateTokens(text)).toBeLessThan(costs * 3);
  },
);

test("a string is cut within its token limit, and not inside a character", () => {
  expect(truncateToTokens("mug", 10)).toBe("mug");
  const cut = truncateToTokens("💡".repeat(10), 11);
  expect(cut).toBe("💡💡");
  expect(estimateTokens(cut)).toBeLessThanOrEqual(11);
});
