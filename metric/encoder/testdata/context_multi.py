"""Computes the golden values of context-multi by PyTorch and POT, on the texts below:

    python3 context_multi.py      # with torch, transformers, tokenizers, safetensors, pot

It reads the weights that are built in, ../context-multi, and writes context-multi.jsonl: for each row the texts, their
token numbers with the special ones, and the Word Rotator's Distance of the candidate to the reference ("wrd/8") and to
the source ("wrd_source/8") on the states of layer 8, the last one, in float32.
"""

import json
import sys
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "training"))
import distance
import model as models

# Candidate, reference, source.
TEXTS = [
    ("Der Zug nach Berlin fährt um neun Uhr.", "Um neun geht der Zug nach Berlin.", "The train to Berlin leaves at nine."),
    ("Drei Menschen wurden ins Krankenhaus gebracht.", "Man brachte drei Personen in die Klinik.",
     "Three people were taken to hospital."),
    ("Die Straße ist wegen Bauarbeiten nicht gesperrt.", "Wegen Bauarbeiten ist die Straße gesperrt.",
     "The road is closed because of construction works."),
    ("Kočka seděla celé odpoledne na rohožce.", "Celé odpoledne seděla kočka na rohoži.",
     "The cat sat on the mat all afternoon."),
    ("Vláda zvýšila daně o 12 %.", "Vláda zvedla daně o dvanáct procent.", "The government raised taxes by 12 %."),
    ("猫は一日中マットの上に座っていた。", "猫は終日、敷物の上に座っていました。", "The cat sat on the mat all day."),
    ("東京は2024年に1,400万人でした。", "2024年の東京の人口は1400万人だった。", "Tokyo had 14 million people in 2024."),
    ("我每天早上喝茶。", "每天早晨我都喝茶。", "I drink tea every morning."),
    ("这座桥建于1932年，去年才修好。", "该桥于1932年建成，去年完成修缮。",
     "The bridge was built in 1932 and repaired only last year."),
    ("Троих человек доставили в больницу.", "В больницу отвезли трёх человек.", "Three people were taken to hospital."),
    ("Музей закрыт по понедельникам.", "По понедельникам музей не работает.", "The museum is closed on Mondays."),
    ("Le musée est fermé le lundi.", "Le lundi, le musée n'ouvre pas.", "The museum is closed on Mondays."),
    ("Elle n'a jamais répondu à ma lettre.", "Ma lettre est restée sans réponse.", "She never answered my letter."),
    ("El puente se construyó en 1932.", "Construyeron el puente en 1932.", "The bridge was built in 1932."),
    ("A ponte foi construída em 1932!", "Construiu-se a ponte em 1932.", "The bridge was built in 1932."),
    ("Il treno parte alle nove e mezza.", "Alle nove e trenta parte il treno.", "The train leaves at half past nine."),
    ("המוזיאון סגור בימי שני.", "בימי שני המוזיאון אינו פתוח.", "The museum is closed on Mondays."),
    ("المتحف مغلق يوم الاثنين.", "لا يفتح المتحف أيام الاثنين.", "The museum is closed on Mondays."),
    ("संग्रहालय सोमवार को बंद रहता है।", "सोमवार को संग्रहालय नहीं खुलता।", "The museum is closed on Mondays."),
    ("พิพิธภัณฑ์ปิดวันจันทร์", "วันจันทร์พิพิธภัณฑ์ไม่เปิด", "The museum is closed on Mondays."),
    ("Müze pazartesi günleri kapalıdır.", "Pazartesileri müze açılmaz.", "The museum is closed on Mondays."),
    ("Museo on suljettu maanantaisin.", "Maanantaisin museo ei ole auki.", "The museum is closed on Mondays."),
    ("박물관은 월요일에 문을 닫습니다.", "월요일에는 박물관이 열지 않아요.", "The museum is closed on Mondays."),
    ("Музей зачинений у понеділок.", "У понеділок музей не працює.", "The museum is closed on Mondays."),
    ("Muzeum jest nieczynne w poniedziałki.", "W poniedziałki muzeum jest zamknięte.", "The museum is closed on Mondays."),
    ("Bảo tàng đóng cửa vào thứ Hai.", "Thứ Hai bảo tàng không mở cửa.", "The museum is closed on Mondays."),
    ("Το μουσείο είναι κλειστό τη Δευτέρα.", "Τη Δευτέρα το μουσείο δεν ανοίγει.", "The museum is closed on Mondays."),
    ("Three people were taken to hospital.", "Three persons were brought to a clinic.",
     "Drei Menschen wurden ins Krankenhaus gebracht."),
    ("He bought two tickets.", "She sold two tickets.", "Koupil dvě vstupenky."),
    ("ok", "OK.", "好"),
    ("🙂 ﬁne — “really”?", "🙂 fine, really?", "🙂 Gut, „wirklich“?"),
    ("The river rose by three metres overnight, and the people of the lower town left their houses before the water came; "
     "nobody was hurt, though two bridges and the old mill were lost.",
     "Overnight the river rose three metres. The inhabitants of the lower town left their homes in time, so that nobody "
     "was injured, but the old mill and two bridges are gone.",
     "Über Nacht stieg der Fluss um drei Meter, und die Menschen der Unterstadt verließen ihre Häuser, bevor das Wasser "
     "kam; verletzt wurde niemand, doch zwei Brücken und die alte Mühle gingen verloren."),
]


@torch.inference_mode()
def main():
    model = models.load(HERE.parent / "context-multi").eval()
    with open(HERE / "context-multi.jsonl", "w", encoding="utf-8") as out:
        for texts in TEXTS:
            pieces = model.pieces(list(texts))
            candidate, *others = (distance.lean(*model([of]), 0) + (torch.tensor([len(of) - 2]),) for of in pieces)
            values = {name: distance.distances(candidate, of).item() for name, of in zip(("wrd/8", "wrd_source/8"), others)}
            names = "candidate", "reference", "source"
            row = dict(zip(names, texts)) | {"ids": dict(zip(names, pieces)), "values": values}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
