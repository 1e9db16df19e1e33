"""Words by which a name is understood, in plain lower case."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARTICLES = _words(
    """
    von vom van vander zu zum zur de del della der den da di do dos du la le ten ter af av bin ibn
    graf gräfin freiherr freifrau baron baronin prinz prinzessin
    """
)
"""Small words that belong to the surname behind them."""

NOT_ALONE = _words("der den graf gräfin freiherr freifrau baron baronin prinz prinzessin do la le")
"""Particles only beside another particle or behind a first name: "Graf Ida" is Ida Graf."""

SALUTATIONS = _words("herr frau hr. fr.")

TITLES = _words("dr. dr prof. prof dipl.-ing. dipl.-kfm. ing. med. jur. phil. rer. nat. mag. h.c. pastor pfarrer")

SUFFIXES = _words("jun. jun jr. jr sen. sen sr. sr ii iii")

CLUB_WORDS = _words(
    """
    doko doppelkopf club klub verein ev sv tsv tus fc sc vfl vfb djk skat karten spielgemeinschaft freunde runde
    stammtisch ddv vhs feuerwehr
    """
)
"""Words that stand in the name of a club."""

FEE_WORDS: dict[str, tuple[str, str]] = {
    "bezahlt": ("fee_state", "paid"),
    "bez": ("fee_state", "paid"),
    "paid": ("fee_state", "paid"),
    "offen": ("fee_state", "open"),
    "open": ("fee_state", "open"),
    "erlassen": ("fee_state", "waived"),
    "waived": ("fee_state", "waived"),
    "ermassigt": ("fee_kind", "reduced"),
    "erm": ("fee_kind", "reduced"),
    "reduced": ("fee_kind", "reduced"),
    "frei": ("fee_kind", "free"),
    "free": ("fee_kind", "free"),
}
"""What a word behind a name says of the entry fee."""

FIRST_NAMES = _words(
    """
    achim adam adele adelheid adrian agnes ahmet albert albrecht alex alexander alexandra alfons alfred ali alice
    alina almut alois alwin amelie andre andrea andreas andrzej angela angelika anita anja anke ann anna anne
    annegret anneliese annemarie annette annika antje anton antonia ariane armin arndt arne arno arnold arthur
    astrid august axel aylin ayse barbara bastian beate beatrix ben benedikt benjamin benno bernd bernhard bert
    berta berthold bettina bianca birgit birgitta birte bjarne bjorn bodo boris brigitte britta bruno burkhard carl
    carla carmen carola carolin carsten caspar cem charlotte chiara chris christa christel christian christiane
    christina christine christoph christopher clara claudia claus clemens conny conrad cord corinna cornelia dagmar
    dana daniel daniela david deniz dennis detlef diana dieter dietmar dietrich dirk dominik doris dorothea dorothee
    dragan eberhard eckhard edeltraud edgar edith eduard egon eike ekkehard elena elfriede elif elisabeth elise elke
    ella ellen elli else elvira emil emilia emma emre enno erhard eric erich erik erika erna ernst erwin esra esther
    eugen eva eveline evelyn ewa ewald fabian falk fatma felicitas felix ferdinand fiete finn florian frank franz
    franziska frauke fred frederik frida frieda friederike friedhelm friedrich fritz gabi gabriel gabriela gabriele
    georg georgia gerald gerd gerda gerhard gerlinde gernot gert gertrud gisela gottfried gregor greta grete gudrun
    gundula gunnar gunter gunther gustav hakan hanna hannah hanne hannelore hannes hans harald hardy harry hartmut
    hasan hatice hauke hedwig heide heidemarie heidi heike heiko heiner heinrich heinz helen helena helene helga
    helge helmut helmuth hendrik henner henning henriette henrik henry herbert heribert hermann hermine herta hilde
    hildegard hilmar holger horst hubert hugo ida ilona ilse imke ina ines inga inge ingeborg ingo ingrid inka insa
    irene iris irma irmgard isabel isabell isabella isolde ivan ivo jakob jan jana janina janine jannik jannis
    jasmin jenny jens jeremias jessica joachim jochen johann johanna johannes jonas jonathan jorg jorn josef joseph
    josephine judith julia julian juliane jurgen justus jutta kai karen karin karina karl karla karsten kaspar
    katarina kate katharina kathe kathrin katja katrin kay kemal kerstin kevin kilian kim kirsten klara klaus
    klemens knut konrad konstantin korbinian kristin kristina krzysztof kurt lara lars lasse laura laurenz lea lena
    lennart leo leon leonhard leonie leopold lieselotte lilli lilly lina linda linus lisa liselotte loni lore lorenz
    lothar lotta lotte louis louisa louise luca lucas lucia ludger ludwig luisa luise lukas lutz lydia magda
    magdalena maike maja malgorzata malte mandy manfred manuel manuela marc marcel marco marcus mareike maren
    margarete margarethe margit margot margret margrit maria marian mariana marianne marie marieke marina mario
    marion marita markus marlene marlies marta martha martin martina marvin mathias mathilde mats matthias maurice
    max maximilian mechthild mehmet meike melanie merle mesut mia michael michaela michel miriam mirko mohamed
    monika moritz murat mustafa nadine nadja natalie natascha nele nicola nicolas nicole niels niklas nikolaus nils
    nina nino noah nora norbert nuri olaf ole olga oliver olivia omer oskar oswald ottilie otto ozan pascal patricia
    patrick patrizia paul paula pauline peer peggy peter petra philip philipp pia piet piotr pit rahel raimund
    rainer ralf ralph ramona raphael rebecca rebekka regina regine reiner reinhard reinhold renate rene ricarda
    richard rita robert roberto robin roger roland rolf roman ronald ronja rosa rosemarie roswitha rudi rudiger
    rudolf rupert ruth sabine sabrina samuel sandra sara sarah sascha sebastian selma siegbert siegfried sieglinde
    siegrid sigmar sigrid silja silke silvia simon simone sina sofia sofie sonja sophia sophie soren stefan stefanie
    steffen steffi sten stephan stephanie susanne suse susi sven svenja swantje sylvia tabea tamara tanja tatjana
    thea theo theodor theresa therese thilo thomas thorben thorsten tilda till tim timo tina tjark tobias tom tomasz
    toni torben torsten traute tristan udo ulf uli ulla ulrich ulrike ursel ursula ute uwe valentin valentina
    vanessa vera verena veronika vicky victor victoria viktor viktoria viola volker volkmar walburga waldemar walter
    waltraud waltraut wanda welf wenke werner wiebke wieland wilfried wilhelm wilhelmine willi willibald willy wim
    winfried wolf wolfgang wolfram xaver yannick yasemin yvonne zoe
    """
)
"""First names heard at German card tables: they tell "Anna Äpfel" from "Äpfel Anna"."""
