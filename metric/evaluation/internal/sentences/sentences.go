// Package sentences has, for tests, the same few sentences in several languages.
package sentences

// Sentences in several languages.
var (
	English = []string{"The minister said on Monday that 35 people were injured in the accident near Lyon.",
		"The road was closed for several hours.", "Nobody knows yet how the fire could start in the cellar.",
		"Her grandmother sold vegetables from the garden at the market.", "It rained all day yesterday, so we stayed at home."}
	German = []string{"Der Minister sagte am Montag, dass bei dem Unfall in der Nähe von Lyon 35 Menschen verletzt wurden.",
		"Die Straße war für mehrere Stunden gesperrt.", "Niemand weiß bisher, wie das Feuer im Keller entstehen konnte.",
		"Ihre Großmutter verkaufte auf dem Markt Gemüse aus dem Garten.", "Gestern hat es den ganzen Tag geregnet, also blieben wir zu Hause."}
	Czech = []string{"Ministr v pondělí řekl, že při nehodě poblíž Lyonu bylo zraněno 35 lidí.",
		"Silnice byla několik hodin uzavřena pro veškerou dopravu.", "Nikdo zatím neví, jak mohl ve sklepě vzniknout požár.",
		"Její babička prodávala na trhu zeleninu ze zahrady.", "Včera celý den pršelo, a tak jsme zůstali doma."}
	French = []string{"Le ministre a déclaré lundi que 35 personnes avaient été blessées dans l'accident près de Lyon.",
		"La route est restée fermée pendant plusieurs heures.", "Personne ne sait encore comment le feu a pu prendre dans la cave.",
		"Sa grand-mère vendait au marché les légumes de son jardin.", "Hier, il a plu toute la journée et nous sommes restés à la maison."}
	Finnish = []string{"Ministeri sanoi maanantaina, että Lyonin lähellä tapahtuneessa onnettomuudessa loukkaantui 35 ihmistä.",
		"Tie oli suljettuna liikenteeltä useita tunteja.", "Kukaan ei vielä tiedä, miten tulipalo saattoi syttyä kellarissa.",
		"Hänen isoäitinsä myi torilla puutarhansa vihanneksia.", "Eilen satoi koko päivän, joten jäimme kotiin."}
	Russian = []string{"Министр заявил в понедельник, что при аварии под Лионом пострадали 35 человек.",
		"Дорога была закрыта в течение нескольких часов.", "Никто пока не знает, как мог начаться пожар в подвале.",
		"Её бабушка продавала на рынке овощи из своего сада.", "Вчера весь день шёл дождь, и мы остались дома.",
		"В первую очередь необходимо выяснить, почему это произошло и кто за это отвечает.",
		"Представители компании отказались отвечать на вопросы журналистов."}
	Ukrainian = []string{"Міністр заявив у понеділок, що в аварії поблизу Ліона постраждали 35 людей.",
		"Дорогу було перекрито на кілька годин.", "Ніхто ще не знає, як могла початися пожежа у підвалі.",
		"Її бабуся продавала на ринку овочі зі свого саду.", "Учора весь день ішов дощ, і ми залишилися вдома."}
	Japanese = []string{"大臣は月曜日、リヨン近郊の事故で35人が負傷したと述べた。", "道路は数時間にわたって閉鎖された。",
		"地下室でどのように火が出たのか、まだ誰も知らない。", "彼女の祖母は庭で採れた野菜を市場で売っていた。", "道路閉鎖中"}
	// whatlanggo does not know these.
	Icelandic = []string{"Ráðherrann sagði á mánudag að 35 manns hefðu slasast í slysinu nálægt Lyon.",
		"Vegurinn var lokaður í nokkrar klukkustundir.", "Enginn veit enn hvernig eldurinn gat kviknað í kjallaranum.",
		"Amma hennar seldi grænmeti úr garðinum á markaðnum.", "Í gær rigndi allan daginn, svo við vorum heima."}
)
