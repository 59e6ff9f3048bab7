// SPDX-License-Identifier: Apache-2.0
// The palettes that are for every kind of colour vision, measured as people without one kind of cones see
// them.
#include <QTest>

#include "core/scene/block_marks.h"
#include "tests/support/test_program.h"

#include <array>
#include <cmath>

using namespace bubblescope;

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;
using Triple = std::array<double, 3>;

/// Machado, Oliveira, Fernandes: "A Physiologically-based Model for Simulation of Color Vision Deficiency"
/// (2009), at full severity, on linear light.
struct Vision
{
    const char* name;
    Matrix seen;
};
constexpr std::array<Vision, 4> kVisions{{
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

struct Kind
{
    const char* name;
    Role role;
};
constexpr std::array<Kind, 14> kKinds{{{"F", Role::Forward},
                                       {"I", Role::BackwardInput},
                                       {"W", Role::BackwardWeight},
                                       {"B", Role::Backward},
                                       {"overlap", Role::Overlap},
                                       {"communication", Role::Communication},
                                       {"FSDP", Role::Fsdp},
                                       {"R", Role::Recompute},
                                       {"S", Role::VocabularyForward},
                                       {"T", Role::VocabularyBackward},
                                       {"dispatch", Role::Dispatch},
                                       {"combine", Role::Combine},
                                       {"O", Role::Offload},
                                       {"L", Role::Reload}}};
/// Those that came later than the others: in every theme far from all that lanes are drawn in.
constexpr std::size_t kFirstLater = 8;

Triple times(const Matrix& matrix, const Triple& v)
{
    Triple result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            result[i] += matrix[i][k] * v[k];
    return result;
}

Triple linear(Rgb color)
{
    const auto channel = [](std::uint8_t value) {
        const double c = value / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return {channel(color.r), channel(color.g), channel(color.b)};
}

/// CIE L*a*b* under D65, where a step of 2 is just seen and one of 10 at a glance.
Triple lab(Rgb color, const Vision& vision)
{
    Triple light = times(vision.seen, linear(color));
    for (double& channel : light)
        channel = std::clamp(channel, 0.0, 1.0);
    constexpr Matrix kToXyz{{{0.4124564, 0.3575761, 0.1804375},
                             {0.2126729, 0.7151522, 0.0721750},
                             {0.0193339, 0.1191920, 0.9503041}}};
    constexpr Triple kWhite{0.95047, 1.0, 1.08883};
    Triple f = times(kToXyz, light);
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = f[i] / kWhite[i];
        f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(Rgb a, Rgb b, const Vision& vision)
{
    const Triple first = lab(a, vision);
    const Triple second = lab(b, vision);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

void addSafeThemes()
{
    QTest::addColumn<ThemeName>("name");
    QTest::newRow("colorblind") << ThemeName::ColorBlind;
    QTest::newRow("colorblind-dark") << ThemeName::ColorBlindDark;
    QTest::newRow("contrast") << ThemeName::Contrast;
    QTest::newRow("contrast-dark") << ThemeName::ContrastDark;
}

void addEveryTheme()
{
    QTest::addColumn<ThemeName>("name");
    for (std::size_t i = 0; i < kThemeCount; ++i)
        QTest::newRow(qPrintable(QString::number(i))) << static_cast<ThemeName>(i);
}

} // namespace

class ScenePaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void distancesAreThoseOfCie()
    {
        const Vision& all = kVisions[0];
        QVERIFY(std::abs(distance({255, 255, 255}, {0, 0, 0}, all) - 100) < 0.01);
        // Red and green of one lightness: far apart, unless there are no cones for one of them.
        QVERIFY(distance({200, 60, 60}, {20, 130, 40}, all) > 80);
        QVERIFY(distance({200, 60, 60}, {20, 130, 40}, kVisions[2]) < 40);
    }

    void kindsAreToldApartByEveryone_data() { addSafeThemes(); }
    void kindsAreToldApartByEveryone()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (const Vision& vision : kVisions)
            for (std::size_t i = 0; i < kKinds.size(); ++i)
                for (std::size_t k = i + 1; k < kKinds.size(); ++k) {
                    const double apart =
                        distance(theme.color(kKinds[i].role), theme.color(kKinds[k].role), vision);
                    QVERIFY2(apart >= 12, qPrintable(QStringLiteral("%1 and %2, %3: %4")
                                                         .arg(kKinds[i].name, kKinds[k].name, vision.name)
                                                         .arg(apart)));
                }
    }

    void laterKindsAreToldApartInEveryTheme_data() { addEveryTheme(); }
    void laterKindsAreToldApartInEveryTheme()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        std::vector<Kind> all(kKinds.begin(), kKinds.end());
        all.push_back({"head and tail", Role::StepPhase});
        all.push_back({"critical path", Role::CriticalPath});
        for (const Vision& vision : kVisions)
            for (std::size_t i = kFirstLater; i < kKinds.size(); ++i)
                for (const Kind& other : all) {
                    if (other.role == kKinds[i].role)
                        continue;
                    const double apart =
                        distance(theme.color(kKinds[i].role), theme.color(other.role), vision);
                    QVERIFY2(apart >= 12, qPrintable(QStringLiteral("%1 and %2, %3: %4")
                                                         .arg(kKinds[i].name, other.name, vision.name)
                                                         .arg(apart)));
                }
    }

    /// Two kinds that share a lane or a name differ in grey; where lightness does not tell kinds of one lane
    /// apart, bars do.
    void greyTellsThemApart_data() { addEveryTheme(); }
    void greyTellsThemApart()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (const auto& [one, other] :
             {std::pair{Role::Dispatch, Role::Combine}, std::pair{Role::Offload, Role::Reload},
              std::pair{Role::VocabularyForward, Role::VocabularyBackward}})
            QVERIFY(contrastRatio(theme.color(one), theme.color(other)) >= 1.35);
        constexpr std::array kComputing{ActionKind::Forward,
                                        ActionKind::BackwardInput,
                                        ActionKind::BackwardWeight,
                                        ActionKind::Backward,
                                        ActionKind::Recompute,
                                        ActionKind::VocabularyForward,
                                        ActionKind::VocabularyBackward,
                                        ActionKind::ForwardExperts,
                                        ActionKind::InputExperts,
                                        ActionKind::WeightExperts,
                                        ActionKind::BackwardExperts};
        for (const ActionKind one : kComputing)
            for (const ActionKind other : kComputing) {
                const bool isOld = !isBeyondTorch(one) && !isBeyondTorch(other);
                if (one == other || isOld || markOf(one) != markOf(other))
                    continue;
                // Experts of F and of B differ as F and B do.
                QVERIFY(isPart(one) && isPart(other));
            }
        // Bars are seen on every fill.
        for (std::size_t role = 0; role < kRoleCount; ++role)
            for (std::uint8_t tone = 0; tone < 4; ++tone) {
                const Fill fill{static_cast<Role>(role), tone};
                QVERIFY(contrastRatio(theme.color(markFill(fill)), theme.color(fill)) >= 4.5);
            }
    }

    void phasesOfAStepDiffer()
    {
        for (std::size_t i = 0; i < kStepPhaseCount; ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const PhaseLook one = lookOf(static_cast<StepPhase>(i));
                const PhaseLook other = lookOf(static_cast<StepPhase>(k));
                // A gather is one wherever it is, and nothing is both before and after the actions.
                const bool isSame = one.label == other.label || (i == kStepPhaseCount - 1 && k == 0);
                QCOMPARE(one.tone == other.tone && one.mark == other.mark, isSame);
            }
    }

    void shapesStandOutFromTheirGround_data() { addSafeThemes(); }
    void shapesStandOutFromTheirGround()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (const Role ground : {Role::Idle, Role::Window, Role::Panel}) {
            for (const Kind& kind : kKinds) {
                const double ratio = contrastRatio(theme.color(kind.role), theme.color(ground));
                QVERIFY2(ratio >= 3, qPrintable(QStringLiteral("%1: %2").arg(kind.name).arg(ratio)));
            }
            QVERIFY(contrastRatio(theme.color(Role::CriticalPath), theme.color(ground)) >= 3);
            QVERIFY(contrastRatio(theme.color(Role::Accent), theme.color(ground)) >= 4.5);
        }
    }

    void partsOfMemoryAreToldApart_data() { addEveryTheme(); }
    /// In every theme, by everyone; neighbors in the stack by their lightness alone, too.
    void partsOfMemoryAreToldApart()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (std::size_t i = 0; i < kMemoryPartCount; ++i) {
            const Rgb color = theme.color(roleOf(static_cast<MemoryPart>(i)));
            for (const Role ground : {Role::Window, Role::Panel})
                QVERIFY(contrastRatio(color, theme.color(ground)) >= 3);
            for (std::size_t k = i + 1; k < kMemoryPartCount; ++k)
                for (const Vision& vision : kVisions)
                    QVERIFY(distance(color, theme.color(roleOf(static_cast<MemoryPart>(k))), vision) >= 12);
            if (i + 1 < kMemoryPartCount)
                QVERIFY(contrastRatio(color, theme.color(roleOf(static_cast<MemoryPart>(i + 1)))) >= 1.25);
        }
    }

    void highContrastIsHigh_data()
    {
        QTest::addColumn<ThemeName>("name");
        QTest::newRow("contrast") << ThemeName::Contrast;
        QTest::newRow("contrast-dark") << ThemeName::ContrastDark;
    }
    void highContrastIsHigh()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        const Rgb ground = theme.color(Role::Window);
        QCOMPARE(contrastRatio(theme.color(Role::Text), ground), 21.0);
        QVERIFY(contrastRatio(theme.color(Role::QuietText), ground) >= 7);
        QVERIFY(contrastRatio(theme.color(Role::Hairline), ground) >= 3);
    }

    void darkOnesAreDark()
    {
        for (const ThemeName name : {ThemeName::Dark, ThemeName::ColorBlindDark, ThemeName::ContrastDark})
            QVERIFY(Theme::get(name).isDark());
        for (const ThemeName name :
             {ThemeName::Light, ThemeName::ColorBlind, ThemeName::Contrast, ThemeName::Print})
            QVERIFY(!Theme::get(name).isDark());
    }
};

BUBBLESCOPE_TEST(ScenePaletteTest)
#include "scene_palette_test.moc"
